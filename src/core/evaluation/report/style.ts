/**
 * The report's looks. Colours, type and spaces are those of the extension's pages (src/ui/tokens.css),
 * which a test holds them against: the report has to carry its own.
 */
export const REPORT_TOKENS = `
  --bg: light-dark(#ffffff, #16181d);
  --bg-2: light-dark(#f5f6f8, #1f222a);
  --bg-3: light-dark(#eaedf1, #2a2f39);
  --line: light-dark(#e1e5ea, #2f343e);
  --line-strong: light-dark(#868f9c, #717b8b);
  --ink: light-dark(#171a21, #e9ecf2);
  --ink-2: light-dark(#566070, #a0aaba);
  --accent: light-dark(#0b61d1, #74adff);
  --accent-bg: light-dark(#e8f0fd, #1b2a43);
  --amber: light-dark(#8a5200, #f0b661);
  --green: light-dark(#17703f, #5bcb8e);
  --s-1: 0.25rem;
  --s-2: 0.5rem;
  --s-3: 0.75rem;
  --s-4: 1rem;
  --s-6: 1.5rem;
  --s-8: 2rem;
  --s-12: 3rem;
  --radius-1: 0.25rem;
  --radius-2: 0.5rem;
  --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', monospace;
  --text-1: 0.75rem;
  --text-2: 0.8125rem;
  --text-3: 0.875rem;
  --text-4: 1rem;
  --text-5: 1.1875rem;
  --leading: 1.43;
`;

export const REPORT_STYLE = `
:root { color-scheme: light dark; ${REPORT_TOKENS} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: var(--text-3)/var(--leading) var(--font); }
main, header { max-width: 68rem; margin: 0 auto; padding: 0 var(--s-4); }
header { padding-top: var(--s-8); }
main { padding-bottom: var(--s-12); }
h1 { font-size: 1.5rem; margin: 0 0 var(--s-2); font-weight: 600; }
h2 { font-size: var(--text-5); margin: var(--s-12) 0 var(--s-3); font-weight: 600; }
h3 { font-size: var(--text-4); margin: var(--s-6) 0 var(--s-2); font-weight: 600; }
p { margin: 0 0 var(--s-3); max-width: 46rem; }
.quiet { color: var(--ink-2); }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: var(--s-4); top: var(--s-2); background: var(--bg); padding: var(--s-2); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: var(--radius-1); }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: var(--s-4); padding: 0; margin: var(--s-4) 0 0; }
a { color: var(--accent); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: var(--s-3); margin: var(--s-6) 0 0; }
.cards div { background: var(--bg-2); border-radius: var(--radius-2); padding: var(--s-3) var(--s-4); }
.cards dt { color: var(--ink-2); font-size: var(--text-2); }
.cards dd { margin: 0; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.cards dd small { display: block; font-size: var(--text-1); color: var(--ink-2); }
.key { display: inline-block; width: 0.75em; height: 0.75em; border-radius: 2px; margin-right: 0.35em; }
.key.a, .bar.a { background: var(--line-strong); fill: var(--line-strong); }
.key.b, .bar.b { background: var(--accent); fill: var(--accent); }
.wide { overflow-x: auto; margin: var(--s-3) 0; }
table { border-collapse: collapse; min-width: 100%; font-size: var(--text-2); }
caption { text-align: left; color: var(--ink-2); padding-bottom: var(--s-2); }
th, td { text-align: left; padding: var(--s-2) var(--s-3); border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 500; }
tbody th { min-width: 9rem; }
thead th { color: var(--ink-2); font-size: var(--text-1); white-space: nowrap; }
.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.better { color: var(--green); }
.worse { color: var(--amber); }
svg.chart { display: block; width: 100%; min-width: 34rem; height: auto; max-width: 46rem; }
svg text { fill: var(--ink); font: 12px var(--font); font-variant-numeric: tabular-nums; }
svg .soft { fill: var(--ink-2); }
svg .grid { stroke: var(--line); }
svg .zero { stroke: var(--line-strong); }
svg .curve { fill: none; stroke-width: 2; }
svg .a { stroke: var(--line-strong); }
svg .b { stroke: var(--accent); }
svg .dot.a { fill: var(--line-strong); }
svg .dot.b { fill: var(--accent); }
form { display: flex; flex-wrap: wrap; gap: var(--s-4); align-items: end; margin: var(--s-4) 0; }
form label { font-size: var(--text-2); color: var(--ink-2); display: grid; gap: var(--s-1); }
form label.tick { display: flex; align-items: center; gap: var(--s-2); min-height: 2rem; }
form output { min-height: 2rem; display: flex; align-items: center; }
select, input[type='search'] { font: inherit; color: var(--ink); background: var(--bg); border: 1px solid var(--line-strong); border-radius: var(--radius-1); padding: var(--s-1) var(--s-2); min-height: 2rem; }
details { border-bottom: 1px solid var(--line); }
summary { cursor: pointer; padding: var(--s-2) 0; display: grid; grid-template-columns: minmax(9rem, 1.2fr) 6rem minmax(6rem, 2fr) auto; gap: var(--s-3); align-items: baseline; }
summary > :first-child::before { content: '\\25B8'; color: var(--ink-2); display: inline-block; width: 1.25em; }
details[open] > summary > :first-child::before { content: '\\25BE'; }
summary .calls { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.pair summary .figure { min-width: 10.5rem; }
.turn { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: var(--s-6); padding: var(--s-3) 0 var(--s-6); }
.turn dl { margin: 0; }
.turn dt { color: var(--ink-2); font-size: var(--text-1); margin-top: var(--s-3); }
.turn dd { margin: 0; overflow-wrap: anywhere; }
.calls, .turn code { font: var(--text-2)/1.5 var(--mono); }
.shot { position: relative; border: 1px solid var(--line); border-radius: var(--radius-1); overflow: hidden; background: var(--bg-3); }
.shot img { display: block; width: 100%; height: auto; min-height: 2rem; }
.shot i { position: absolute; border: 2px solid #17703f; outline: 1px solid #ffffff; }
.shot i.chosen { border: 2px dashed #8a5200; }
@media (max-width: 40rem) { .turn { grid-template-columns: 1fr; } summary { grid-template-columns: 1fr auto auto; } summary .calls { display: none; } }
@media print { form, nav, .skip { display: none; } }
`;
