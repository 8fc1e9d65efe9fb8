/** All looks of the overlay; adopted by its shadow root, which a page's content policy cannot stop. */
export const OVERLAY_CSS = `
:host {
  --accent: light-dark(#0b63d6, #6aa8ff);
  --on-accent: light-dark(#ffffff, #0b1220);
  --surface: light-dark(#ffffff, #16181d);
  --ink: light-dark(#171a21, #e9ecf2);
  --line: light-dark(#8a94a3, #6b7482);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.mark {
  position: fixed;
  top: 0;
  left: 0;
  border: 2px solid var(--accent);
  border-radius: 6px;
  outline: 2px solid var(--surface);
}
.label {
  position: fixed;
  top: 0;
  left: 0;
  max-width: min(320px, calc(100vw - 16px));
  padding: 4px 8px;
  border-radius: 6px;
  background: var(--accent);
  color: var(--on-accent);
  font: 600 13px/20px system-ui, sans-serif;
  white-space: nowrap;
  overflow: hidden;
  text-overflow: ellipsis;
}
.chip {
  position: fixed;
  right: 16px;
  bottom: 16px;
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  align-items: center;
  gap: 6px;
  max-width: calc(100vw - 32px);
  padding: 6px 6px 6px 14px;
  border: 1px solid var(--line);
  border-radius: 23px;
  background: var(--surface);
  color: var(--ink);
  font: 13px/20px system-ui, sans-serif;
}
.chip span { margin-inline-end: 6px; }
.chip button {
  flex: none;
  pointer-events: auto;
  min-height: 32px;
  padding: 4px 14px;
  border: 1px solid var(--line);
  border-radius: 999px;
  background: var(--surface);
  color: var(--ink);
  font: 600 13px/20px system-ui, sans-serif;
  cursor: pointer;
  --held: 0;
  transition: --held 1ms allow-discrete;
}
.chip button:active { --held: 1; }
.chip .stop {
  border-color: var(--accent);
  background: var(--accent);
  color: var(--on-accent);
}
.chip button:hover { text-decoration: underline; }
.chip button:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
@media (prefers-reduced-motion: no-preference) {
  .mark { animation: appear 120ms ease-out; }
  @keyframes appear { from { opacity: 0; } }
}
@media (forced-colors: active) {
  .mark { border-color: Highlight; }
  .label, .chip, .chip button { border: 1px solid CanvasText; }
}
@media print { :host { display: none; } }
`;
