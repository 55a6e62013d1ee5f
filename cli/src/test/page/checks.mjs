// Looks at the page of a running cluster as a person would, in a headless Chromium. Prints one line of JSON for each
// check: {"check": …, "ok": …, "detail": …}. When it wants a node killed it prints {"kill": NAME} and waits until the
// page says so. Arguments: the browser, the master's host:port, a node's host:port, the name of the node to lose, the
// id of a request to explain.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [browserName, master, node, victim, request] = process.argv.slice(2);
const browserPath = process.env.PATH.split(":").map(folder => join(folder, browserName)).find(existsSync);
const base = `http://${master}`;
const PATIENCE = 20000;
const say = line => process.stdout.write(JSON.stringify(line) + "\n");

async function check(name, body) {
  try {
    await body();
    say({ check: name, ok: true, detail: "" });
  } catch (failed) {
    say({ check: name, ok: false, detail: String(failed?.message ?? failed).slice(0, 1500) });
  }
}

function holds(condition, otherwise) {
  if (!condition) throw new Error(otherwise);
}

/** Asks again until the answer is one that is wanted. */
async function until(question, wanted, what) {
  const end = Date.now() + PATIENCE;
  let answer = await question();
  while (!wanted(answer)) {
    holds(Date.now() < end, `${what}; it was ${JSON.stringify(answer)}`);
    await new Promise(again => setTimeout(again, 100));
    answer = await question();
  }
  return answer;
}

const errors = [], foreign = [], refused = [];

async function opened(browser, options, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("console", message => { if (["error", "warning"].includes(message.type())) errors.push(message.text()); });
  page.on("pageerror", error => errors.push(error.message));
  page.on("request", asked => { const to = new URL(asked.url()); if (to.host !== master && to.host !== node) foreign.push(asked.url()); });
  page.on("response", answer => { if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`); });
  await page.goto(url);
  return page;
}

/** Every sample of a /metrics page. */
async function metrics(address) {
  const text = await (await fetch(`http://${address}/metrics`)).text();
  return text.split("\n").filter(line => line.startsWith("forebay_")).map(line => {
    const space = line.lastIndexOf(" ");
    return [line.slice(0, space), Number(line.slice(space + 1))];
  });
}

/** What one figure of the page ought to be: the sum over the samples that its metric names. */
function ought(samples, metric) {
  const [name, labels = ""] = metric.replace(/}$/, "").split("{");
  const wanted = labels ? labels.split(",") : [];
  return samples.filter(([sample]) => (sample === name || sample.startsWith(name + "{")) && wanted.every(each => sample.includes(each)))
    .reduce((sum, [, value]) => sum + value, 0);
}

async function everyScope() {
  const cluster = await (await fetch(`${base}/api/cluster`)).json();
  const scopes = { master: await metrics(master), sum: [] };
  for (const each of cluster.nodes.filter(one => one.report)) {
    scopes[`node:${each.node}`] = await metrics(each.http);
    scopes.sum.push(...scopes[`node:${each.node}`]);
  }
  return scopes;
}

/** Holds every figure that is shown against the metric behind it; what moves meanwhile must lie between two scrapes. */
async function figuresEqual(page, least) {
  const before = await everyScope();
  await page.waitForTimeout(1100); // what the master keeps of an earlier look is older than that
  await page.waitForResponse(answer => answer.url().endsWith("/api/cluster"));
  await page.waitForTimeout(300);
  const shown = await page.$$eval("[data-metric]", all => all.map(each =>
    ({ metric: each.dataset.metric, scope: each.dataset.scope, value: Number(each.dataset.value), text: each.textContent })));
  const after = await everyScope();
  holds(shown.length >= least, `only ${shown.length} figures are shown`);
  for (const each of shown) {
    holds(before[each.scope] && after[each.scope], `nobody knows the scope of ${JSON.stringify(each)}`);
    const bounds = [ought(before[each.scope], each.metric), ought(after[each.scope], each.metric)].sort((one, other) => one - other);
    const moves = /_jvm_|uptime/.test(each.metric);
    holds(moves || bounds[0] <= each.value && each.value <= bounds[1], `${JSON.stringify(each)} is not within ${bounds}`);
    holds(/\d/.test(each.text), `${JSON.stringify(each)} shows no number`);
  }
  return shown;
}

const overflow = page => page.evaluate(() => {
  const width = document.documentElement.clientWidth;
  const wide = [...document.querySelectorAll("body *")].filter(each => {
    const box = each.getBoundingClientRect();
    return box.width && box.right > width + 1 && !each.closest(".scroll, svg, .unseen, .skip, dialog");
  });
  return { scroll: document.documentElement.scrollWidth - width, wide: wide.slice(0, 3).map(each => each.outerHTML.slice(0, 120)) };
});

/** Contrast of every text with what is behind it, by WCAG 2. */
const contrasts = page => page.evaluate(() => {
  const parse = colour => (colour.match(/[\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(each => each / 255).map(each => each <= .03928 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4)
    .reduce((sum, each, i) => sum + each * [.2126, .7152, .0722][i], 0);
  const behind = element => {
    for (let each = element; each; each = each.parentElement) {
      const colour = parse(getComputedStyle(each).backgroundColor);
      if (colour.length === 3 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const poor = [];
  for (const each of document.querySelectorAll("body *")) {
    const own = [...each.childNodes].some(child => child.nodeType === 3 && child.textContent.trim());
    if (!own || each.closest("noscript, dialog:not([open]), .unseen, .skip") || !each.getClientRects().length) continue;
    const style = getComputedStyle(each);
    const ink = parse(each.closest("svg") ? style.fill : style.color);
    const [one, other] = [light(ink), light(behind(each))].sort((a, b) => b - a);
    const ratio = (one + .05) / (other + .05);
    if (ratio < 4.5) poor.push(`${each.textContent.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
  }
  return poor;
});

const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
try {
  const page = await opened(browser, { colorScheme: "light" }, `${base}/`);
  await check("the overview draws itself", async () => {
    await page.waitForSelector("tr[data-node]");
    await page.waitForSelector(".plot svg rect");
    holds(await page.locator("tr[data-node]").count() === 3, "there are three nodes");
    holds(await page.locator(".state[data-state=up]").count() === 3, "all three are up");
    holds(await page.locator("#pulse[data-state=live]").count() === 1, "it is live");
  });
  await check("every figure of the overview equals the metric behind it", () => figuresEqual(page, 30));
  await check("texts have a contrast of 4.5 in the light theme", async () => {
    holds(await page.evaluate(() => document.documentElement.dataset.theme) === "light", "the theme is the system's");
    const poor = await contrasts(page);
    holds(poor.length === 0, poor.join("; "));
  });
  await check("a chart has a name and a table that says the same", async () => {
    for (const plot of await page.locator(".plot").all()) holds(/\d/.test(await plot.getAttribute("aria-label") || ""), "a chart has no name");
    await page.locator("details[data-key=outcomes] > summary").click();
    const rows = await page.locator("details[data-key=outcomes] tbody tr").count();
    holds(rows === 60, `${rows} rows`);
    await page.waitForTimeout(2500);
    holds(await page.locator("details[data-key=outcomes][open]").count() === 1, "what was opened stays open when the page draws anew");
  });
  await check("the keyboard leads through it", async () => {
    await page.reload();
    await page.waitForSelector("tr[data-node]");
    await page.keyboard.press("Tab");
    holds(await page.evaluate(() => document.activeElement.id) === "skip", "the first stop skips to the content");
    await page.keyboard.press("Enter");
    holds(await page.evaluate(() => document.activeElement.id) === "main", "which then has the focus");
    const stops = new Set();
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press("Tab");
      stops.add(await page.evaluate(() => `${document.activeElement.tagName} ${document.activeElement.textContent}`));
      const ring = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
      holds(ring !== "none", "where the focus is, is seen");
    }
    holds([...stops].some(stop => stop.startsWith("SUMMARY")) && [...stops].some(stop => stop.startsWith("A ")), `tables and nodes are reached: ${[...stops]}`);
    await page.keyboard.press("2");
    await page.waitForSelector("h1:text('Namespaces')");
    await page.keyboard.press("?");
    holds(await page.locator("dialog[open]").count() === 1, "the keys are listed");
    await page.keyboard.press("Escape");
    await page.keyboard.press("1");
    await page.waitForSelector("tr[data-node]");
    await page.keyboard.press("w");
    await until(() => page.locator("#window").textContent(), text => text === "1 h", "w is the hour");
    await page.keyboard.press("w");
  });
  await check("the theme can be switched and is remembered", async () => {
    await page.locator("#theme").click();
    await page.locator("#theme").click();
    holds(await page.evaluate(() => document.documentElement.dataset.theme) === "dark", "auto, light, dark");
    await page.reload();
    await page.waitForSelector("tr[data-node]");
    holds(await page.evaluate(() => document.documentElement.dataset.theme) === "dark", "it is remembered");
    const poor = await contrasts(page);
    holds(poor.length === 0, poor.join("; "));
    await page.locator("#theme").click();
  });
  await check("one namespace is told in detail", async () => {
    await page.goto(`${base}/#/namespaces`);
    await page.locator("main table a").first().click();
    await page.waitForSelector("h2:text('Where its blocks are')");
    holds(await page.locator("main tbody th").count() >= 3, "its holders are named");
  });
  await check("explain tells the story of a request and of a block", async () => {
    await page.goto(`${base}/#/explain`);
    await page.fill("#subject", request);
    await page.keyboard.press("Enter");
    await page.waitForSelector(`.log .text:text('request ${request}')`);
    holds(await page.locator(".log li").count() >= 2, "it has lines");
    await page.fill("#subject", "zz");
    await page.locator("input[value=key]").check();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".fault:text('hexadecimal')");
    refused.length = 0;
    errors.splice(0, errors.length, ...errors.filter(error => !error.includes("400")));
  });
  await check("what a name of a request says is text and nothing else", async () => {
    await page.goto(`${base}/#/explain?request=${encodeURIComponent("<img src=x onerror=document.title='got'>")}`);
    await page.waitForSelector(".empty:text('Nobody remembers')");
    holds(await page.title() !== "got" && await page.locator("main img").count() === 0, "it is no element");
  });
  await check("the figures of all are listed as on /metrics", async () => {
    await page.goto(`${base}/#/figures`);
    await page.waitForSelector("td.mono");
    const shown = await figuresEqual(page, 200);
    const names = new Set(shown.filter(each => each.scope === "master").map(each => each.metric));
    for (const [name] of await metrics(master)) holds(names.has(name), `${name} is missing`);
  });
  await check("a node has a page of its own", async () => {
    const own = await opened(browser, { colorScheme: "dark" }, `http://${node}/`);
    await own.waitForSelector(".vitals");
    await own.waitForSelector("h2:text('Handoffs')");
    holds(await own.locator("nav a").count() === 4, "it has no namespaces");
    holds((await own.locator(".vitals").textContent()).includes("open"), "it says that its session is open");
    await own.context().close();
  });
  for (const width of [360, 768, 1920]) {
    await check(`nothing flows over at ${width} pixels`, async () => {
      const narrow = await opened(browser, { viewport: { width, height: 800 }, colorScheme: "light" }, `${base}/`);
      await narrow.waitForSelector(".plot svg");
      for (const view of ["overview", "namespaces", "explain", "events", "figures"]) {
        await narrow.goto(`${base}/#/${view}`);
        await narrow.waitForFunction(() => !document.querySelector("main").textContent.startsWith("Loading"));
        await narrow.waitForTimeout(250);
        const over = await overflow(narrow);
        holds(over.scroll <= 0 && over.wide.length === 0, `${view}: ${JSON.stringify(over)}`);
      }
      await narrow.context().close();
    });
  }
  await check("a node that is killed is shown as lost", async () => {
    await page.goto(`${base}/#/overview`);
    await page.waitForSelector("tr[data-node]");
    say({ kill: victim });
    const state = () => page.locator(`tr[data-node="${victim}"] .state`).getAttribute("data-state");
    await until(state, now => now !== "up", "it is not up any more");
    await until(state, now => now === "lost", "and then it is lost");
    holds((await page.locator(".vitals").textContent()).includes(`${victim} is lost`), "the head says so");
    await figuresEqual(page, 30);
  });
  await check("without an answer it says for how long", async () => {
    await page.context().setOffline(true);
    await until(() => page.locator("#pulse").textContent(), text => /^away for \d+ s$/.test(text), "it is away");
    await page.context().setOffline(false);
    await until(() => page.locator("#pulse").textContent(), text => text === "live", "it is live again");
    errors.splice(0, errors.length, ...errors.filter(error => !error.includes("ERR_INTERNET_DISCONNECTED")));
  });
  await check("nothing was asked of anybody else, and the browser had nothing to complain of", async () => {
    holds(foreign.length === 0, `asked of others: ${foreign}`);
    holds(refused.length === 0, `refused: ${refused}`);
    holds(errors.length === 0, `the console says: ${errors}`);
  });
} finally {
  await browser.close();
}
say({ done: true });
