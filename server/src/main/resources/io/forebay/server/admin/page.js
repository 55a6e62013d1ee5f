// The frame: which view is open, the theme, the keys, and whether the process still answers.

import { h } from "./charts.js";
import { ask, bytes, count, Poll, span, stamp } from "./data.js";
import { figure, heard, log, overview, panel } from "./views.js";

const main = document.getElementById("main");
const pulse = document.getElementById("pulse");
const state = { role: null, window: keep("window") === "1h" ? "1h" : "5m", polls: [], now: null, track: null, events: null, lastMillis: 0, error: null };

function keep(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(`forebay-${name}`);
    localStorage.setItem(`forebay-${name}`, value);
  } catch { /* a browser that keeps nothing forgets the choice, and that is all */ }
  return value ?? null;
}

/** Draws anew without taking away what somebody has opened, or where the keyboard is. */
function draw(...elements) {
  const open = [...main.querySelectorAll("details[open][data-key]")].map(each => each.dataset.key);
  const active = document.activeElement?.closest?.("[data-key], summary");
  const focus = active && main.contains(active) ? active.dataset.key ?? `summary:${active.parentElement.dataset.key}` : null;
  main.replaceChildren(...elements.flat(Infinity).filter(Boolean));
  for (const key of open) main.querySelector(`details[data-key="${key}"]`)?.setAttribute("open", "");
  if (focus?.startsWith("summary:")) main.querySelector(`details[data-key="${focus.slice(8)}"] > summary`)?.focus();
  else if (focus) main.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
}

function noted(failed) {
  if (failed) state.error = failed.message;
  else { state.error = null; state.lastMillis = Date.now(); }
  beat();
}

function beat() {
  const away = Math.round((Date.now() - state.lastMillis) / 1000);
  const [word, text] = state.lastMillis === 0 ? (state.error ? ["away", "no answer yet"] : ["loading", "loading"])
    : state.error && away >= 3 ? ["away", `away for ${span(away)}`] : ["live", "live"];
  if (pulse.textContent !== text) pulse.textContent = text;
  pulse.dataset.state = word;
  document.body.classList.toggle("stale", word === "away");
}

const cluster = () => state.role === "master";

function poll(path, every, take) {
  state.polls.push(new Poll(path, every, (body, failed) => { noted(failed); take(body, failed); }));
}

const fault = failed => h("p", { class: "empty fault" }, `It did not answer: ${failed.message}. Asking again.`);

const VIEWS = {
  overview() {
    const show = () => {
      if (state.now) draw(overview(heard(state.role, state.now, state.track), state.events));
    };
    poll(cluster() ? "/api/cluster" : "/api/node", 2000, (body, failed) => {
      if (body) state.now = body; else if (!state.now) draw(fault(failed));
      show();
    });
    poll(() => `${cluster() ? "/api/cluster/history" : "/api/history"}?window=${state.window}`, state.window === "1h" ? 10000 : 2000,
      body => { if (body) state.track = body; });
    poll(cluster() ? "/api/cluster/events" : "/api/events", 4000, body => { if (body) state.events = body; });
  },
  namespaces() {
    poll("/api/namespaces", 4000, (body, failed) => draw(h("h1", {}, "Namespaces"), body ? namespaces(body) : fault(failed)));
  },
  namespace(parameters) {
    const path = `/api/namespace?${parameters}`;
    poll(path, 4000, (body, failed) => draw(h("h1", {}, parameters.get("model") || "A namespace"), body ? namespace(body) : fault(failed),
      h("p", { class: "small" }, h("a", { href: "#/namespaces", "data-key": "back" }, "All namespaces"))));
  },
  explain(parameters) { explain(parameters); },
  events() {
    poll(cluster() ? "/api/cluster/events" : "/api/events?limit=200", 3000, (body, failed) => draw(h("h1", {}, "Of late"), body ? happened(body) : fault(failed)));
  },
  figures() {
    poll(cluster() ? "/api/cluster" : "/api/node", 3000, (body, failed) => { if (body) figures(body); else draw(h("h1", {}, "Figures"), fault(failed)); });
  },
};

function namespaces({ namespaces: all, more }) {
  if (!all.length) return panel("wide", "Of which there are blocks", null, h("p", { class: "empty" }, "No node has registered a block yet."));
  return panel("wide", "Of which there are blocks", more ? `the first ${all.length}` : null, h("div", { class: "scroll" }, h("table", {},
    h("thead", {}, h("tr", {}, ["model", "tenant", "layout"].map(name => h("th", { scope: "col" }, name)),
      ["blocks in memory", "blocks on SSD", "bytes a block"].map(name => h("th", { scope: "col", class: "n" }, name)))),
    h("tbody", {}, all.map(each => h("tr", {},
      h("th", { scope: "row" }, h("a", { href: `#/namespace?${new URLSearchParams({ model: each.model, tenant: each.tenant, fingerprint: each.fingerprint })}`,
        "data-key": `ns-${each.fingerprint}-${each.tenant}` }, each.model)),
      h("td", {}, each.tenant || h("span", { class: "quiet" }, "none")), h("td", { class: "mono" }, each.fingerprint.slice(0, 12)),
      h("td", { class: "n" }, count(each.blocks_in_memory)), h("td", { class: "n" }, count(each.blocks_on_ssd)),
      h("td", { class: "n" }, each.block_bytes ? bytes(each.block_bytes) : "not said")))))));
}

function namespace(it) {
  const most = Math.max(1, ...it.holders.map(each => Math.max(each.blocks_in_memory, each.blocks_on_ssd)));
  const part = Math.max(it.blocks_in_memory, it.blocks_on_ssd) > it.counted_at_most ? `counted over ${count(it.counted_at_most)} of them` : "counted over all of them";
  const bar = (value, tone) => h("td", {}, count(value), h("span", { class: `bar c-${tone}`, "aria-hidden": "true" }, h("i", { "width%": 100 * value / most })));
  const copies = Object.entries(it.blocks_by_copies_in_memory);
  return [h("dl", { class: "vitals" }, [["Blocks in memory", count(it.blocks_in_memory)], ["Blocks on SSD", count(it.blocks_on_ssd)],
      ["Bytes a block", it.block_bytes ? bytes(it.block_bytes) : "not said"],
      ["Distinct bytes in memory", it.block_bytes ? bytes(it.block_bytes * it.blocks_in_memory) : "–"]]
    .map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
  h("div", { class: "grid" },
    panel("most", "Where its blocks are", part, h("div", { class: "scroll" }, h("table", {},
      h("thead", {}, h("tr", {}, ["node", "in memory", "on SSD"].map(name => h("th", { scope: "col" }, name)))),
      h("tbody", {}, it.holders.map(each => h("tr", {}, h("th", { scope: "row" }, each.node), bar(each.blocks_in_memory, "memory"), bar(each.blocks_on_ssd, "ssd"))))))),
    panel("third", "Copies in memory", part, copies.length
      ? h("table", {}, h("tbody", {}, copies.map(([number, blocks]) => h("tr", {}, h("th", { scope: "row" }, number === "1" ? "1 copy" : `${number} copies`), h("td", { class: "n" }, count(blocks))))))
      : h("p", { class: "empty" }, "Nothing of it is in memory.")),
    panel("wide", "Its name", null, h("p", { class: "mono" }, `model ${it.model}`), h("p", { class: "mono" }, `tenant ${it.tenant || "none"}`), h("p", { class: "mono" }, `layout ${it.fingerprint}`)))];
}

function explain(parameters) {
  const field = parameters.has("key") ? "key" : "request";
  const input = h("input", { type: "text", id: "subject", name: "subject", maxlength: 256, autocomplete: "off", spellcheck: "false", value: parameters.get(field) || "" });
  const choice = (value, words) => h("label", {}, h("input", { type: "radio", name: "field", value, checked: value === field }), ` ${words}`);
  const form = h("form", { class: "ask", onsubmit: event => {
    event.preventDefault();
    const asked = new URLSearchParams({ [new FormData(form).get("field")]: input.value.trim() });
    if (input.value.trim()) { if (location.hash === `#/explain?${asked}`) route(); else location.hash = `#/explain?${asked}`; }
  } },
  h("div", { class: "field" }, h("label", { for: "subject" }, "A request's id, or a block's hash in hexadecimal"), input),
  h("fieldset", {}, h("legend", { class: "unseen" }, "What it is"), choice("request", "request"), choice("key", "block")),
  h("button", {}, "Explain"));
  const told = h("div", { "aria-live": "polite" }, h("p", { class: "empty" }, parameters.get(field) ? "Asking…" : "Why did it hit or miss? The processes' recorders tell what they remember."));
  draw(h("h1", {}, "Explain"), form, told);
  if (!parameters.get(field)) { input.focus(); return; }
  ask(`${cluster() ? "/api/cluster/explain" : "/api/explain"}?${new URLSearchParams({ [field]: parameters.get(field) })}`).then(
    body => { noted(null); told.replaceChildren(...story(body)); },
    failed => told.replaceChildren(h("p", { class: "empty fault" }, failed.message)));
}

function story(body) {
  const answers = body.answers || [{ who: body.name || body.role, story: body, error: null }];
  const lines = answers.flatMap(each => (each.story?.lines || []).map(line => ({ ...line, who: each.who }))).sort((one, other) => one.at_micros - other.at_micros);
  const now = answers.flatMap(each => (each.story?.now || []).map(line => ({ ...line, who: each.who })));
  const silent = answers.filter(each => each.error);
  const forgotten = answers.filter(each => (each.story?.forgotten || 0) > 0);
  const cut = answers.reduce((sum, each) => sum + (each.story?.left_out || 0), 0);
  const notes = [...silent.map(each => `${each.who} did not answer: ${each.error}.`),
    ...answers.filter(each => each.story && !each.story.recorder_on).map(each => `The recorder of ${each.who} is off.`),
    ...(cut ? [`${count(cut)} earlier lines are left out.`] : []),
    ...(forgotten.length ? [`Older happenings are forgotten by ${forgotten.map(each => each.who).join(", ")}.`] : [])];
  return [panel("wide", "What happened", lines.length ? "oldest first; lines of different hosts are in the order of their clocks" : null,
      lines.length ? log(lines) : h("p", { class: "empty" }, "Nobody remembers anything of it.")),
    now.length ? panel("wide", "How it stands now", null, h("div", { class: "scroll" }, h("table", {}, h("tbody", {}, now.map(each =>
      h("tr", {}, h("th", { scope: "row" }, each.who), h("td", {}, each.text), h("td", { class: "quiet" }, each.model))))))) : null,
    notes.length ? h("ul", { class: "quiet small" }, notes.map(note => h("li", {}, note))) : null].filter(Boolean);
}

function happened({ events, unanswered = [] }) {
  return [events.length ? panel("wide", "Sessions, failures, losses", "the latest first", log(events)) : h("p", { class: "empty" }, "Nothing out of the ordinary."),
    unanswered.length ? h("p", { class: "small quiet" }, unanswered.map(each => `${each.node} did not answer: ${each.error}.`).join(" ")) : null];
}

function figures(body) {
  const table = (title, scope, all) => panel("half", title, `${count(Object.keys(all).length)} samples, as on /metrics`, h("div", { class: "scroll" }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "metric"), h("th", { scope: "col", class: "n" }, "value"))),
    h("tbody", {}, Object.entries(all).sort(([one], [other]) => one < other ? -1 : 1).map(([name, value]) =>
      h("tr", {}, h("td", { class: "mono" }, name), h("td", { class: "n" }, figure(scope, name, value, exact))))))));
  draw(h("h1", {}, "Figures"), h("div", { class: "grid" }, cluster()
    ? [table("Nodes together", "sum", body.sums), table("Master", "master", body.master.figures)]
    : table(`Node ${body.name}`, "self", body.figures)));
}

const exact = value => value === null ? "–" : Number.isInteger(value) ? count(value) : String(+value.toFixed(3));

function route() {
  for (const each of state.polls) each.end();
  state.polls = [];
  const [, name = "overview", query = ""] = location.hash.match(/^#\/(\w+)(?:\?(.*))?$/) || [];
  const view = VIEWS[name] ? name : "overview";
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === view || link.dataset.view === "namespaces" && view === "namespace") link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (state.view !== view) draw(h("p", { class: "empty" }, "Loading…"));
  state.view = view;
  VIEWS[view](new URLSearchParams(query));
}

const THEMES = ["auto", "light", "dark"];
function theme(choice) {
  const dark = choice === "dark" || choice === "auto" && matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.getElementById("theme").textContent = choice;
  keep("theme", choice);
}
const themed = () => THEMES.includes(keep("theme")) ? keep("theme") : "auto";
const turn = () => theme(THEMES[(THEMES.indexOf(document.getElementById("theme").textContent) + 1) % THEMES.length]);

function look() {
  state.window = state.window === "5m" ? "1h" : "5m";
  keep("window", state.window);
  named();
  state.track = null;
  route();
}
function named() { document.getElementById("window").textContent = state.window === "1h" ? "1 h" : "5 min"; }

document.getElementById("theme").addEventListener("click", turn);
document.getElementById("window").addEventListener("click", look);
document.getElementById("keys").addEventListener("click", () => document.getElementById("help").showModal());
document.getElementById("skip").addEventListener("click", event => { event.preventDefault(); main.focus(); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => theme(themed()));
document.addEventListener("visibilitychange", () => { if (!document.hidden) for (const each of state.polls) each.now(); });
addEventListener("hashchange", route);
addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input[type=text], dialog")) return;
  const views = [...document.querySelectorAll("nav a")];
  if (/^[1-9]$/.test(event.key) && views[event.key - 1]) location.hash = views[event.key - 1].getAttribute("href");
  else if (event.key === "/") { event.preventDefault(); location.hash = "#/explain"; }
  else if (event.key === "w") look();
  else if (event.key === "t") turn();
  else if (event.key === "?") document.getElementById("help").showModal();
});

async function begin() {
  try {
    const process = await ask("/api/node");
    state.role = process.role;
    noted(null);
    const where = process.about.http || location.host;
    document.getElementById("who").textContent = process.role === "master" ? `cluster of ${where}` : `node ${process.name}`;
    document.title = process.role === "master" ? `Forebay ${where}` : `${process.name} · Forebay`;
    const names = [["overview", "Overview"], ...(cluster() ? [["namespaces", "Namespaces"]] : []), ["explain", "Explain"], ["events", "Of late"], ["figures", "Figures"]];
    document.getElementById("views").replaceChildren(...names.map(([view, words]) => h("li", {}, h("a", { href: `#/${view}`, "data-view": view }, words))));
    route();
  } catch (failed) {
    noted(failed);
    draw(fault(failed));
    setTimeout(begin, 1500);
  }
}

theme(themed());
named();
setInterval(beat, 1000);
begin();
