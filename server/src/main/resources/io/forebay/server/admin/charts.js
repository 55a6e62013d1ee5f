// Charts as inline SVG, each with a table beside it that says the same. No state: a chart is drawn anew.

import { clock, count } from "./data.js";

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; text for whatever is no element. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "width%") element.style.width = `${value}%`;
    else if (name === "left%") element.style.left = `${value}%`;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
  return element;
}

function s(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

const HEIGHT = 190, TOP = 8, BOTTOM = 22, LEFT = 44;

/** A round number at or above the value, and where its lines go. */
function scale(most) {
  if (!(most > 0)) return { top: 1, ticks: [0, 1] };
  const power = 10 ** Math.floor(Math.log10(most));
  const top = [1, 2, 2.5, 5, 10].map(factor => factor * power).find(each => each >= most * .999);
  return { top, ticks: [0, top / 2, top] };
}

function short(value) {
  if (value >= 1e6) return `${+(value / 1e6).toFixed(1)} M`;
  if (value >= 1e4) return `${+(value / 1e3).toFixed(1)} k`;
  return value < 10 ? String(+value.toFixed(1)) : count(value);
}

function frame(width, right, ticks, top, format) {
  const svg = s("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, height: HEIGHT });
  const y = value => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  for (const tick of ticks) {
    svg.append(s("line", { x1: LEFT, x2: width - right, y1: y(tick), y2: y(tick), class: tick === 0 ? "axis" : "grid-line" }));
    svg.append(s("text", { x: LEFT - 8, y: y(tick) + 4, "text-anchor": "end" }, format(tick)));
  }
  return { svg, y };
}

function times(svg, width, right, endMillis, spanMillis) {
  const inner = width - LEFT - right;
  for (const [part, anchor] of inner < 200 ? [[0, "start"], [1, "end"]] : [[0, "start"], [.5, "middle"], [1, "end"]]) {
    const words = clock(endMillis - spanMillis * (1 - part)).slice(0, spanMillis > 600e3 ? 5 : 8);
    svg.append(s("text", { x: LEFT + inner * part, y: HEIGHT - 5, "text-anchor": anchor }, words));
  }
}

/** A place that draws itself for the width it has, now and when that changes. */
function plot(label, draw) {
  const place = h("div", { class: "plot", role: "img", "aria-label": label });
  let drawn = 0;
  const paint = () => {
    const width = Math.max(240, Math.floor(place.clientWidth));
    if (place.clientWidth && width !== drawn) { drawn = width; place.replaceChildren(draw(width)); }
  };
  new ResizeObserver(paint).observe(place);
  return place;
}

/** Stacked columns: what happened within each bucket. `series`: name, tone and buckets, the lowest first. */
export function columns({ label, series, endMillis, spanMillis }) {
  const buckets = series[0].buckets.length;
  const sums = Array.from({ length: buckets }, (_, i) => series.reduce((sum, each) => sum + (each.buckets[i] || 0), 0));
  const { top, ticks } = scale(Math.max(...sums));
  return plot(label, width => {
    const { svg, y } = frame(width, 4, ticks, top, short);
    const step = (width - LEFT - 4) / buckets;
    const gap = step > 5 ? 1 : 0.25;
    for (let i = 0; i < buckets; i++) {
      let below = 0;
      if (series[0].buckets[i] === null) continue;
      for (const each of series) {
        const value = each.buckets[i] || 0;
        if (value > 0) {
          const tall = y(below) - y(below + value);
          svg.append(s("rect", { x: (LEFT + i * step).toFixed(2), width: Math.max(.5, step - gap).toFixed(2),
            y: y(below + value).toFixed(2), height: Math.max(.4, tall).toFixed(2), class: `fill c-${each.tone}` }));
        }
        below += value;
      }
    }
    times(svg, width, 4, endMillis, spanMillis);
    return svg;
  });
}

function path(numbers, x, y) {
  let words = "", open = false;
  numbers.forEach((value, i) => {
    if (value === null) { open = false; return; }
    words += `${open ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
    open = true;
  });
  return words;
}

/** Labels that want the same height are moved apart, the lowest stays. */
function apart(labels) {
  labels.sort((one, other) => other.y - one.y);
  for (let i = 1; i < labels.length; i++) labels[i].y = Math.min(labels[i].y, labels[i - 1].y - 15);
  return labels;
}

/** Lines of shares from 0 to 1, named at their ends, with marks across. `hairs`: thin lines without a name. */
export function shares({ label, lines, hairs = [], marks = [], endMillis, spanMillis }) {
  return plot(label, width => {
    const right = 118;
    const { svg, y } = frame(width, right, [0, .5, 1], 1, value => `${value * 100} %`);
    const across = steps => i => LEFT + (width - LEFT - right) * i / Math.max(1, steps - 1);
    for (const mark of marks) {
      svg.append(s("line", { x1: LEFT, x2: width - right, y1: y(mark.value), y2: y(mark.value), class: "mark-line" }));
    }
    for (const hair of hairs) svg.append(s("path", { d: path(hair.numbers, across(hair.numbers.length), y), class: `hair c-${hair.tone}` }));
    const labels = marks.map(mark => ({ y: y(mark.value) + 4, text: mark.name, tone: "" }));
    for (const each of lines) {
      svg.append(s("path", { d: path(each.numbers, across(each.numbers.length), y), class: `stroke c-${each.tone}` }));
      const last = each.numbers.findLast(value => value !== null);
      if (last !== undefined) labels.push({ y: y(last) + 4, text: `${each.name} ${Math.round(last * 100)} %`, tone: `tint c-${each.tone}` });
    }
    for (const each of apart(labels)) {
      svg.append(s("text", { x: width - right + 8, y: Math.max(11, each.y).toFixed(1), class: each.tone }, each.text));
    }
    times(svg, width, right, endMillis, spanMillis);
    return svg;
  });
}

/** A small line without words. */
export function spark(numbers, tone) {
  const svg = s("svg", { viewBox: "0 0 90 20", width: 90, height: 20, "aria-hidden": "true" });
  svg.append(s("line", { x1: 0, x2: 90, y1: 19.5, y2: 19.5, class: "axis" }));
  svg.append(s("path", { d: path(numbers, i => 90 * i / Math.max(1, numbers.length - 1), value => 19 - 18 * value), class: `stroke c-${tone}` }));
  return svg;
}

/** The same numbers for those who read rather than look: a row for each bucket. */
export function asTable(key, columnsOf, endMillis, bucketMillis, format = count) {
  const rows = columnsOf[0].buckets.length;
  const body = h("tbody");
  for (let i = rows - 1; i >= 0; i--) {
    body.append(h("tr", {}, h("th", { scope: "row" }, clock(endMillis - bucketMillis * (rows - 1 - i))),
      columnsOf.map(each => h("td", { class: "n" }, each.buckets[i] === null ? "–" : format(each.buckets[i])))));
  }
  return h("details", { "data-key": key }, h("summary", {}, "As a table"), h("div", { class: "scroll" },
    h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "until"),
      columnsOf.map(each => h("th", { scope: "col", class: "n" }, each.name)))), body)));
}
