// What the page knows of the cluster, asked again and again; and how numbers are written.

const TIMEOUT_MILLIS = 5000;

/** JSON of this process, or an error whose message can be shown. */
export async function ask(path) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MILLIS);
  try {
    const response = await fetch(path, { signal: abort.signal, headers: { Accept: "application/json" } });
    const body = await response.json();
    if (!response.ok) throw new Error(body.error || `status ${response.status}`);
    return body;
  } catch (failed) {
    throw new Error(failed.name === "AbortError" ? "no answer within 5 s"
      : failed instanceof TypeError || failed instanceof SyntaxError ? "no connection" : failed.message);
  } finally {
    clearTimeout(timer);
  }
}

/** One question that is asked every so often for as long as its view is open. */
export class Poll {
  constructor(path, everyMillis, heard) {
    this.path = path; this.every = everyMillis; this.heard = heard; this.ended = false; this.turn();
  }
  async turn() {
    if (this.ended) return;
    if (!document.hidden) {
      try {
        const body = await ask(typeof this.path === "function" ? this.path() : this.path);
        if (!this.ended) this.heard(body, null);
      } catch (failed) {
        if (!this.ended) this.heard(null, failed);
      }
    }
    if (!this.ended) this.timer = setTimeout(() => this.turn(), this.every);
  }
  now() { clearTimeout(this.timer); this.turn(); }
  end() { this.ended = true; clearTimeout(this.timer); }
}

/** Every sample of one metric, as [labels, value] pairs. */
export function samples(figures, metric) {
  const found = [];
  for (const [name, value] of Object.entries(figures)) {
    if (name === metric) found.push([{}, value, name]);
    else if (name.startsWith(metric + "{")) {
      const labels = {};
      for (const [, key, text] of name.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) labels[key] = text;
      found.push([labels, value, name]);
    }
  }
  return found;
}

export const total = (figures, metric) => samples(figures, metric).reduce((sum, [, value]) => sum + (value || 0), 0);

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

export const count = value => value === null || value === undefined ? "–" : whole.format(value);

export function bytes(value) {
  if (value === null || value === undefined) return "–";
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) { value /= 1024; unit++; }
  return `${unit === 0 ? whole.format(value) : fine.format(value)} ${units[unit]}`;
}

export function percent(share) {
  return share === null || share === undefined || Number.isNaN(share) ? "–"
    : `${share > 0 && share < .1 || share > .99 && share < 1 ? (share * 100).toFixed(1) : Math.round(share * 100)} %`;
}

export function span(seconds) {
  if (seconds < 90) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86400)} days`;
}

export const clock = millis => new Date(millis).toLocaleTimeString("en-GB", { hour12: false });

export function stamp(micros) {
  const at = new Date(micros / 1000);
  return `${at.toLocaleTimeString("en-GB", { hour12: false })}.${String(Math.floor(micros / 1000) % 1000).padStart(3, "0")}`;
}

/** A line of a track; all gaps where it is missing. */
export const line = (track, kind, name) => track[kind][name] || null;

/** Added up into so many buckets: [] of sums, null where nobody knows any of it. */
export function bucket(numbers, size, known) {
  const buckets = [];
  for (let from = 0; from < known.length; from += size) {
    let sum = null;
    for (let i = from; i < Math.min(from + size, known.length); i++) {
      if (known[i]) sum = (sum ?? 0) + ((numbers && numbers[i]) || 0);
    }
    buckets.push(sum);
  }
  return buckets;
}

/** In which steps anybody was there: the uptime is a gauge that every process has. */
export const presence = track =>
  (track.levels["forebay_uptime_seconds"] || new Array(track.steps).fill(null)).map(value => value !== null);
