// The overview, panel by panel. Each panel is a function from what was heard to elements.

import { h, columns, shares, spark, asTable } from "./charts.js";
import { bucket, bytes, count, line, percent, presence, samples, span, stamp, total } from "./data.js";

const BUCKETS = 60;

/** A figure with the metric behind it: `scope` is `self`, `master`, `sum` or `node:NAME`. */
export function figure(scope, metric, value, format = count) {
  return h("span", { "data-metric": metric, "data-scope": scope, "data-value": value ?? "", title: metric }, format(value));
}

export function panel(size, title, note, ...body) {
  return h("section", { class: `panel ${size}`, "aria-label": title },
    h("header", {}, h("h2", {}, title), note ? h("p", {}, note) : null), ...body);
}

const OUTCOMES = [
  ["memory", "memory", "memory"], ["buffer", "buffer", "buffer"], ["peer", "peer", "peer"], ["ssd", "SSD", "ssd"],
];

/** What the view has to draw: figures with their scope, the track, and how it is cut. */
export function heard(role, now, track) {
  const cluster = role === "master";
  const size = track ? track.steps / BUCKETS : 1;
  return {
    cluster, now, track, size,
    figures: cluster ? now.sums : now.figures,
    scope: cluster ? "sum" : "self",
    known: track ? presence(track) : [],
    bucketMillis: track ? size * track.step_millis : 0,
    words: track ? (track.window === "1h" ? "the last hour" : "the last 5 minutes") : "",
  };
}

const cut = (it, name) => bucket(line(it.track, "increases", name), it.size, it.known);
const sumOf = buckets => buckets.reduce((sum, value) => sum + (value || 0), 0);
const when = it => ({ endMillis: it.track.end_millis, spanMillis: it.track.steps * it.track.step_millis });

function outcomes(it) {
  const name = outcome => `forebay_query_blocks_total{outcome="${outcome}"}`;
  const hits = OUTCOMES.map(([outcome, words, tone]) => ({ name: words, tone, metric: name(outcome), buckets: cut(it, name(outcome)) }));
  const causes = samples(it.figures, "forebay_query_blocks_total").map(([labels]) => labels.outcome)
    .filter(outcome => outcome.startsWith("miss_"))
    .map(outcome => ({ name: outcome.slice(5).replaceAll("_", " "), metric: name(outcome), buckets: cut(it, name(outcome)) }));
  const behind = { name: "behind a miss", tone: "none", metric: name("not_attempted"), buckets: cut(it, name("not_attempted")) };
  const missed = { name: "missed", tone: "miss", buckets: hits[0].buckets.map((known, i) => known === null ? null : causes.reduce((sum, each) => sum + (each.buckets[i] || 0), 0)) };
  return { hits, causes, behind, missed, series: [...hits, missed, behind] };
}

function outcomesPanel(it) {
  const { hits, causes, behind, missed, series } = outcomes(it);
  const row = (each, tone) => [h("dt", { class: `c-${tone}` }, each.name), h("dd", {}, count(sumOf(each.buckets))),
    h("dd", { class: "quiet" }, figure(it.scope, each.metric, total(it.figures, each.metric)))];
  const seen = causes.filter(each => total(it.figures, each.metric) > 0);
  const key = h("dl", { class: "key three" },
    h("dt", { class: "rest" }, "blocks"), h("dd", { class: "rest" }, it.track.window === "1h" ? "1 h" : "5 min"), h("dd", { class: "rest" }, "since start"),
    hits.map(each => row(each, each.tone)), seen.map(each => row(each, "miss")), row(behind, "none"));
  if (!seen.length) key.append(h("dt", { class: "rest" }, "no misses"), h("dd"), h("dd"));
  const all = series.reduce((sum, each) => sum + sumOf(each.buckets), 0);
  const found = hits.reduce((sum, each) => sum + sumOf(each.buckets), 0);
  return panel("wide", "How blocks that were asked for ended", `blocks in each ${span(it.bucketMillis / 1000)}, ${it.words}`,
    h("div", { class: "charted broad" },
      columns({ label: `${count(found)} of ${count(all)} blocks were found in ${it.words}, ${count(sumOf(missed.buckets))} missed.`, series, ...when(it) }), key),
    asTable("outcomes", series, it.track.end_millis, it.bucketMillis));
}

function handoffPanel(it) {
  const series = [["complete", "good", "forebay_handoffs_complete_total"], ["degraded", "bad", "forebay_handoffs_degraded_total"]]
    .map(([name, tone, metric]) => ({ name, tone, metric, buckets: cut(it, metric) }));
  return panel("half", "Handoffs", `barriers that reported, in each ${span(it.bucketMillis / 1000)}`,
    h("div", { class: "charted" },
      columns({ label: `${series.map(each => `${count(sumOf(each.buckets))} ${each.name}`).join(", ")} in ${it.words}.`, series, ...when(it) }),
      h("dl", { class: "key three" },
        h("dt", { class: "rest" }, "barriers"), h("dd", { class: "rest" }, it.track.window === "1h" ? "1 h" : "5 min"), h("dd", { class: "rest" }, "since start"),
        series.map(each => [h("dt", { class: `c-${each.tone}` }, each.name), h("dd", {}, count(sumOf(each.buckets))),
          h("dd", { class: "quiet" }, figure(it.scope, each.metric, total(it.figures, each.metric)))]))),
    asTable("handoffs", series, it.track.end_millis, it.bucketMillis));
}

const TIERS = [
  ["memory", "memory", "forebay_pool_used_bytes", "forebay_pool_capacity_bytes"],
  ["buffer", "buffer", "forebay_prefetch_buffer_used_bytes", "forebay_prefetch_buffer_capacity_bytes"],
  ["SSD", "ssd", "forebay_ssd_used_bytes", "forebay_ssd_capacity_bytes"],
];

/** The watermarks that all reports agree on. */
function watermarks(it) {
  const reports = it.cluster ? it.now.nodes.map(node => node.report).filter(Boolean) : [it.now];
  return [["eviction.high", "evicts from"], ["eviction.low", "down to"]].flatMap(([key, words]) => {
    const values = new Set(reports.map(report => report.settings[key]).filter(value => value !== undefined));
    return values.size === 1 ? [{ name: `${words} ${percent([...values][0])}`, value: [...values][0] }] : [];
  });
}

function tierPanel(it) {
  const lines = TIERS.filter(([, , , capacity]) => total(it.figures, capacity) > 0).map(([name, tone, used, capacity]) => {
    const room = line(it.track, "levels", capacity) || [];
    const numbers = (line(it.track, "levels", used) || []).map((value, i) => value === null || !room[i] ? null : value / room[i]);
    return { name, tone, used, capacity, numbers, buckets: numbers.filter((_, i) => i % it.size === it.size - 1) };
  });
  if (!lines.length) return panel("half", "How full the tiers are", null, h("p", { class: "empty" }, "No node has said what it has."));
  const hairs = Object.values(it.track.pool_used_share_by_node || {}).map(numbers => ({ numbers, tone: "memory" }));
  return panel("half", "How full the tiers are", it.cluster && hairs.length > 1 ? `thin: the memory of each node, ${it.words}` : it.words,
    shares({ label: lines.map(each => `${each.name}: ${percent(each.numbers.findLast(value => value !== null))} in use`).join("; "),
      lines, hairs: hairs.length > 1 ? hairs : [], marks: watermarks(it), ...when(it) }),
    h("dl", { class: "key three inline" }, lines.map(each => [
      h("dt", { class: `c-${each.tone}` }, each.name),
      h("dd", {}, figure(it.scope, each.used, total(it.figures, each.used), bytes)),
      h("dd", { class: "quiet" }, "of ", figure(it.scope, each.capacity, total(it.figures, each.capacity), bytes))])),
    asTable("tiers", lines, it.track.end_millis, it.bucketMillis, percent));
}

function funnelRows(it) {
  const own = (metric, words, tone, off) => ({ scope: it.scope, from: it.figures, metric, words, tone, off });
  const ofNodes = [
    own("forebay_promotions_started_total", "begun", "ssd"), own("forebay_promotions_landed_total", "landed", "buffer"),
    own("forebay_prefetch_blocks_used_total", "used", "good"), own("forebay_prefetch_blocks_late_total", "late", "none", true),
    own("forebay_prefetch_blocks_wasted_total", "wasted", "none", true), own("forebay_promotions_failed_total", "failed", "miss", true),
  ];
  if (!it.cluster) return ofNodes;
  const master = (metric, words, tone, off) => ({ scope: "master", from: it.now.master.figures, metric, words, tone, off });
  const throttled = ["throttled_cap", "throttled_watermark"]
    .map(status => master(`forebay_prefetch_blocks_total{status="${status}"}`, status.replace("_", ", "), "none", true));
  return [master("forebay_prefetch_blocks_total", "named by triggers", "ink"), ...throttled,
    master("forebay_promotion_admitted_total", "admitted", "ink"), ...ofNodes];
}

function funnelPanel(it) {
  const rows = funnelRows(it).map(row => ({ ...row, value: total(row.from, row.metric) }));
  const most = Math.max(...rows.map(row => row.value));
  const on = it.cluster ? total(it.now.master.figures, "forebay_prefetch_enabled") : null;
  const note = on === null ? "blocks since start" : `blocks since start; triggers are ${on ? "heard" : "switched off"}`;
  return panel("half", "Prefetch, from trigger to use", note, most === 0
    ? h("p", { class: "empty" }, "Nothing has been prefetched.")
    : h("dl", { class: "funnel" }, rows.map(row => [
      h("dt", { class: row.off ? "off" : "" }, row.words),
      h("dd", { class: `bar c-${row.tone}` }, h("i", { "width%": 100 * row.value / most })),
      h("dd", { class: "n" }, figure(row.scope, row.metric, row.value))])));
}

const filled = (used, capacity, tone, mark) => h("span", { class: `bar c-${tone}`, "aria-hidden": "true" },
  h("i", { "width%": capacity ? Math.min(100, 100 * used / capacity) : 0 }), mark ? h("b", { "left%": mark * 100 }) : null);

function nodeRow(it, node) {
  const has = node.report ? node.report.figures : null;
  const scope = `node:${node.node}`;
  const room = (used, capacity, tone, mark) => {
    if (!has || !has[capacity]) return h("td", { class: "quiet" }, has ? "none" : "–");
    return h("td", {}, figure(scope, used, has[used], bytes), h("span", { class: "quiet" }, " of ", figure(scope, capacity, has[capacity], bytes)),
      filled(has[used], has[capacity], tone, mark));
  };
  const shares = (it.track?.pool_used_share_by_node || {})[node.node];
  const state = { up: "up", silent: `silent for ${span(node.silent_millis / 1000)}`, unanswered: `heartbeat only: ${node.error}`,
    lost: `lost ${span(node.silent_millis / 1000)} ago` }[node.state];
  return h("tr", { "data-node": node.node },
    h("th", { scope: "row" }, node.http && node.state !== "lost" ? h("a", { href: `http://${node.http}/`, "data-key": `node-${node.node}` }, node.node) : node.node),
    h("td", {}, h("span", { class: "state", "data-state": node.state }, state)),
    room("forebay_pool_used_bytes", "forebay_pool_capacity_bytes", "memory", node.report?.settings["eviction.high"]),
    h("td", {}, shares ? spark(shares, "memory") : "–"),
    room("forebay_ssd_used_bytes", "forebay_ssd_capacity_bytes", "ssd"),
    ["forebay_blocks_resident", "forebay_engine_leases", "forebay_evictions_total", "forebay_fetches"].map(metric =>
      h("td", { class: "n" }, has ? figure(scope, metric, has[metric]) : "–")));
}

function nodesPanel(it) {
  const nodes = it.now.nodes.toSorted((one, other) => one.node.localeCompare(other.node, "en", { numeric: true }));
  const answered = nodes.filter(node => node.report).length;
  const note = answered === nodes.length ? null : `sums on this page are over the ${answered} of ${nodes.length} that answer`;
  if (!nodes.length) return panel("wide", "Nodes", null, h("p", { class: "empty" }, "No node has a session with this master yet."));
  return panel("wide", "Nodes", note, h("div", { class: "scroll" }, h("table", {},
    h("thead", {}, h("tr", {}, ["node", "state", "memory", "lately", "SSD"].map(name => h("th", { scope: "col" }, name)),
      ["blocks", "leases", "evictions", "fetches"].map(name => h("th", { scope: "col", class: "n" }, name)))),
    h("tbody", {}, nodes.map(node => nodeRow(it, node))))));
}

function peersPanel(it) {
  const rows = it.cluster
    ? it.now.nodes.flatMap(node => (node.report?.peers || []).map(peer => ({ reader: node.node, ...peer })))
    : it.now.peers.map(peer => ({ reader: it.now.name, ...peer }));
  rows.sort((one, other) => other.failed - one.failed || (other.p99_millis || 0) - (one.p99_millis || 0));
  const millis = value => value === null ? "–" : value < 10 ? value.toFixed(1) : count(value);
  return panel("half", "Failing and slowest peers", "as the readers' recorders hold it, 5 min", rows.length
    ? h("div", { class: "scroll" }, h("table", {},
      h("thead", {}, h("tr", {}, ["reader", "owner"].map(name => h("th", { scope: "col" }, name)),
        ["asked", "failed", "p50 ms", "p99 ms"].map(name => h("th", { scope: "col", class: "n" }, name)), h("th", { scope: "col" }, "last failure"))),
      h("tbody", {}, rows.slice(0, 12).map(row => h("tr", {}, h("td", {}, row.reader), h("th", { scope: "row" }, row.peer),
        h("td", { class: "n" }, count(row.attempts)), h("td", { class: `n${row.failed ? " fault" : ""}` }, count(row.failed)),
        h("td", { class: "n" }, millis(row.p50_millis)), h("td", { class: "n" }, millis(row.p99_millis)),
        h("td", { class: "quiet" }, row.last_cause ? `${row.last_cause.replaceAll("_", " ")}, ${span(row.last_failed_seconds_ago)} ago` : "none"))))))
    : h("p", { class: "empty" }, "Nothing was fetched from a peer in the last 5 minutes."));
}

/** Lines of the log, the latest first. */
export function log(events, named) {
  return h("ol", { class: "log" }, events.map(event => h("li", {},
    h("time", { datetime: new Date(event.at_micros / 1000).toISOString() }, stamp(event.at_micros)),
    h("span", { class: "by" }, event.who || named || ""), h("span", { class: "text" }, event.text))));
}

function eventsPanel(it, events) {
  return panel("wide", "Of late", "sessions, failures, losses", events === null ? h("p", { class: "empty" }, "Loading…")
    : events.events.length ? log(events.events.slice(0, 12), it.now.name) : h("p", { class: "empty" }, "Nothing out of the ordinary."));
}

function vital(name, tone, value, ...small) {
  return h("div", tone ? { "data-tone": tone } : {}, h("dt", {}, name), h("dd", {}, value), h("dd", { class: "small" }, ...small));
}

function vitals(it) {
  const of = (scope, figures) => (metric, format) => figure(scope, metric, total(figures, metric), format);
  const sum = of(it.scope, it.figures);
  const { hits, series } = outcomes(it);
  const all = series.reduce((most, each) => most + sumOf(each.buckets), 0);
  const found = hits.reduce((most, each) => most + sumOf(each.buckets), 0);
  const failing = total(it.figures, "forebay_fetch_open_breakers");
  const first = [];
  if (it.cluster) {
    const master = of("master", it.now.master.figures);
    const gone = it.now.nodes.filter(node => node.state !== "up");
    first.push(vital("Nodes", gone.length ? "bad" : "good", master("forebay_catalogue_visible_nodes"),
      gone.length ? gone.map(node => `${node.node} is ${node.state}`).slice(0, 3).join(", ") : "all that are known are up"),
    vital("Blocks in memory", "", master("forebay_catalogue_blocks"), master("forebay_catalogue_replicas"), " replicas, ",
      master("forebay_catalogue_replicas_on_ssd"), " on SSD"));
  } else {
    const open = total(it.figures, "forebay_master_session_open") === 1;
    first.push(vital("Session with the master", open ? "good" : "bad", open ? "open" : "none", `master at ${it.now.about.master}`),
      vital("Blocks in memory", "", sum("forebay_blocks_resident"), sum("forebay_ssd_blocks"), " on SSD, ", sum("forebay_instances"), " engines"));
  }
  return h("dl", { class: "vitals" }, first,
    vital("Found", "", percent(all ? found / all : null), all ? `${count(found)} of ${count(all)} blocks, ${it.words}` : `nothing was asked for in ${it.words}`),
    vital("Handoffs complete", "", sum("forebay_handoffs_complete_total"), sum("forebay_handoffs_degraded_total"), " degraded, since start"),
    vital("Peers left alone", failing ? "bad" : "", sum("forebay_fetch_open_breakers"), sum("forebay_fetches"), " fetches under way"));
}

/** All of it. `it.track` and `events` may not be there yet. */
export function overview(it, events) {
  if (!it.track) return [h("p", { class: "empty" }, "Loading…")];
  return [h("h1", { class: "unseen" }, "Overview"), vitals(it), h("div", { class: "grid" }, outcomesPanel(it), tierPanel(it), handoffPanel(it),
    it.cluster ? nodesPanel(it) : null, funnelPanel(it), peersPanel(it), eventsPanel(it, events))];
}
