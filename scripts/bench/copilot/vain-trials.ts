import type { Trial } from './trial.ts';
import { CLICK, COUNT, HIT } from './trial.ts';

function deny(kind: string, name: string, call: string, markup: string, truth: string): Trial {
  return { kind, name, call, markup, truth, accepts: false };
}

/** Pages that accept nothing, or only a real mouse: the copilot must not claim success. */
export const VAIN_TRIALS: readonly Trial[] = [
  deny('dead button', 'Nothing', CLICK, `<button>Nothing</button>`, 'false'),
  deny(
    'button for a real mouse',
    'Real',
    CLICK,
    `<button onclick="if(event.isTrusted){${COUNT}}">Real</button>`,
    HIT,
  ),
  deny(
    'switch for a real mouse',
    'Lamp',
    'change(value="true", uid="$")',
    `<div id="i" role="switch" tabindex="0" aria-checked="false" aria-label="Lamp" style="width:40px;height:20px" onclick="if(event.isTrusted)this.ariaChecked='true'"></div>`,
    `i.ariaChecked === 'true'`,
  ),
  deny(
    'field that takes digits only',
    'Digits',
    'text_input(text="abc", uid="$")',
    `<label>Digits <input id="i" oninput="this.value=this.value.replace(/\\D/g,'')"></label>`,
    `i.value === 'abc'`,
  ),
  deny(
    'box that unticks itself',
    'Terms',
    'change(value="true", uid="$")',
    `<label><input id="i" type="checkbox" onchange="setTimeout(()=>{this.checked=false})"> Terms</label>`,
    'i.checked',
  ),
  deny(
    'clock beside a dead button',
    'Still',
    CLICK,
    `<button>Still</button><p id="t"></p><script>setInterval(()=>{t.textContent=new Date().toISOString()},200)</script>`,
    'false',
  ),
  deny(
    'menu by style alone',
    'Wares',
    'hover(uid="$")',
    `<style>#m ul{display:none}#m:hover ul{display:block}</style><div id="m"><button>Wares</button><ul><li>Lamps</li></ul></div>`,
    `getComputedStyle(document.querySelector('ul')).display === 'block'`,
  ),
  deny(
    'list that keeps its choice',
    'Kept',
    'change(value="B", uid="$")',
    `<label>Kept <select id="i" onchange="this.value='A'"><option>A</option><option>B</option></select></label>`,
    `i.value === 'B'`,
  ),
];
