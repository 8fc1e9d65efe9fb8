import type { Trial } from './trial.ts';
import { CLICK, COUNT, HIT, SAY } from './trial.ts';
import { VAIN_TRIALS } from './vain-trials.ts';

/** Everything that can be acted on where pages take what a program does, and the pages that do not. */

function accept(kind: string, name: string, call: string, markup: string, truth: string): Trial {
  return { kind, name, call, markup, truth, accepts: true };
}

function inRoot(mode: 'open' | 'closed', inner: string, code: string): string {
  return `<div id="host"></div><script>const root=host.attachShadow({mode:'${mode}'});root.innerHTML=${JSON.stringify(inner)};${code}</script>`;
}

function inFrame(inner: string): string {
  return `<iframe title="Inner" style="width:600px;height:200px" srcdoc="${inner.replaceAll('"', '&quot;')}"></iframe>`;
}

export const TRIALS: readonly Trial[] = [
  accept('click', 'Go', CLICK, `<button onclick="${COUNT}">Go</button>`, HIT),
  accept('click', 'Next page', CLICK, `<a href="#next">Next page</a>`, `location.hash === '#next'`),
  accept(
    'click',
    'Star',
    CLICK,
    `<div role="button" tabindex="0" onclick="${COUNT}">Star</div>`,
    HIT,
  ),
  accept('click', 'Menu', CLICK, `<button onpointerdown="${COUNT}">Menu</button>`, HIT),
  accept(
    'click',
    'Fold out',
    CLICK,
    `<details><summary>Fold out</summary>Inside</details>`,
    `document.querySelector('details').open`,
  ),
  accept(
    'click',
    'Turn',
    CLICK,
    `<div role="button" tabindex="0" onkeydown="if(event.key==='Enter'){${COUNT}}">Turn</div>`,
    HIT,
  ),
  accept(
    'click in an open shadow root',
    'Buy',
    CLICK,
    inRoot('open', '<button>Buy</button>', `root.querySelector('button').onclick=()=>{${COUNT}}`),
    HIT,
  ),
  accept(
    'click in a closed shadow root',
    'Buy',
    CLICK,
    inRoot('closed', '<button>Buy</button>', `root.querySelector('button').onclick=()=>{${COUNT}}`),
    HIT,
  ),
  accept(
    'click in a frame',
    'Inner go',
    CLICK,
    inFrame(`<button onclick="parent.hits=1;${SAY}">Inner go</button>`),
    HIT,
  ),
  accept(
    'click in a portal',
    'Rename',
    CLICK,
    `<script>setTimeout(()=>{const m=document.createElement('div');m.innerHTML='<div role="menu" style="position:fixed;top:20px;background:#fff"><div role="menuitem" tabindex="-1">Rename</div></div>';m.onclick=()=>{${COUNT}};document.body.append(m)})</script>`,
    HIT,
  ),
  accept(
    'textInput',
    'Town',
    'text_input(text="Oslo", uid="$")',
    `<label>Town <input id="i"></label>`,
    `i.value === 'Oslo'`,
  ),
  accept(
    'textInput',
    'Note',
    'text_input(text="one two", uid="$")',
    `<label>Note <textarea id="i">old</textarea></label>`,
    `i.value === 'one two'`,
  ),
  accept(
    'textInput',
    'Letter',
    'text_input(text="Dear you", uid="$")',
    `<div id="i" contenteditable role="textbox" aria-label="Letter">x</div>`,
    `i.innerText.trim() === 'Dear you'`,
  ),
  accept(
    'textInput',
    'Card',
    'text_input(text="12345678", uid="$")',
    `<label>Card <input id="i" oninput="this.value=this.value.replace(/\\D/g,'').replace(/(.{4})(?=.)/g,'$1 ')"></label>`,
    `i.value === '1234 5678'`,
  ),
  accept(
    'textInput',
    'Trusted',
    'text_input(text="Oslo", uid="$")',
    `<label>Trusted <input id="i" oninput="if(!event.isTrusted)this.value=''"></label>`,
    `i.value === 'Oslo'`,
  ),
  accept(
    'textInput in a frame',
    'Inner town',
    'text_input(text="Oslo", uid="$")',
    inFrame('<label>Inner town <input oninput="parent.typed=this.value"></label>'),
    `window.typed === 'Oslo'`,
  ),
  accept(
    'textInput in a closed shadow root',
    'Deep',
    'text_input(text="Oslo", uid="$")',
    inRoot(
      'closed',
      '<label>Deep <input></label>',
      `root.querySelector('input').oninput=(e)=>{window.typed=e.target.value}`,
    ),
    `window.typed === 'Oslo'`,
  ),
  accept(
    'select',
    'Way',
    'change(value="Express", uid="$")',
    `<label>Way <select id="i"><option>Post</option><option value="x">Express</option></select></label>`,
    `i.value === 'x'`,
  ),
  accept(
    'select',
    'Colour list',
    'change(value="Green", uid="$")',
    `<button id="i" aria-label="Colour list" aria-haspopup="listbox" aria-expanded="false" onclick="this.ariaExpanded='true';const l=document.createElement('div');l.innerHTML='<div role=option>Red</div><div role=option>Green</div>';l.onclick=(e)=>{i.textContent=e.target.textContent;i.ariaExpanded='false';l.remove()};document.body.append(l)">Red</button>`,
    `i.textContent === 'Green'`,
  ),
  accept(
    'toggle',
    'Agree',
    'change(value="true", uid="$")',
    `<label><input id="i" type="checkbox"> Agree</label>`,
    'i.checked',
  ),
  accept(
    'toggle',
    'Night',
    'change(value="true", uid="$")',
    `<div id="i" role="switch" tabindex="0" aria-checked="false" aria-label="Night" style="width:40px;height:20px" onclick="this.ariaChecked='true'"></div>`,
    `i.ariaChecked === 'true'`,
  ),
  accept(
    'toggle',
    'Express way',
    'change(value="true", uid="$")',
    `<label><input id="i" name="w" type="radio"> Express way</label><label><input name="w" type="radio" checked> Post</label>`,
    'i.checked',
  ),
  accept(
    'date',
    'Day',
    'change(value="2026-05-31", uid="$")',
    `<label>Day <input id="i" type="date"></label>`,
    `i.value === '2026-05-31'`,
  ),
  accept(
    'date',
    'Hour',
    'change(value="14:30", uid="$")',
    `<label>Hour <input id="i" type="time"></label>`,
    `i.value === '14:30'`,
  ),
  accept(
    'range',
    'Volume',
    'change(value="70", uid="$")',
    `<label>Volume <input id="i" type="range" value="20"></label>`,
    `i.value === '70'`,
  ),
  accept(
    'colour',
    'Paint',
    'change(value="#00ff00", uid="$")',
    `<label>Paint <input id="i" type="color"></label>`,
    `i.value === '#00ff00'`,
  ),
  accept(
    'submit',
    'Query',
    'submit(uid="$")',
    `<form onsubmit="event.preventDefault();${COUNT}"><label>Query <input></label><button>Look</button></form>`,
    HIT,
  ),
  accept(
    'press',
    'Find',
    'press(key="Enter", uid="$")',
    `<label>Find <input onkeydown="if(event.key==='Enter'){${COUNT}}"></label>`,
    HIT,
  ),
  accept(
    'press',
    '',
    'press(key="Escape")',
    `<dialog id="i">Box</dialog><script>i.showModal()</script>`,
    '!i.open',
  ),
  accept('hover', 'Shop', 'hover(uid="$")', `<button onmouseenter="${COUNT}">Shop</button>`, HIT),
  accept(
    'scroll',
    '',
    'scroll(x=0, y=400)',
    `<div style="height:4000px">Long</div>`,
    'scrollY >= 399',
  ),
  accept(
    'load',
    '',
    'load(url="%ORIGIN%/second")',
    'First',
    `document.body.textContent.includes('Second')`,
  ),
  accept(
    'wait',
    '',
    'wait(seconds=1)',
    `<script>setTimeout(()=>{window.hits=1},900)</script>`,
    HIT,
  ),
  accept(
    'upload',
    'Résumé',
    'upload(uid="$", files=["cv.txt"])',
    '<label>Résumé <input id="i" type="file"></label>',
    `i.files[0]?.name === 'cv.txt'`,
  ),
  accept(
    'upload',
    'Drop files here',
    'upload(uid="$", files=["cv.txt"])',
    `<div role="button" tabindex="0" ondragover="event.preventDefault()" ondrop="event.preventDefault();window.got=event.dataTransfer.files[0]?.name;this.append(window.got)">Drop files here</div>`,
    `window.got === 'cv.txt'`,
  ),
  accept('back', '', 'back()', 'First', `document.body.textContent.includes('Second')`),
  accept('forward', '', 'forward()', 'First', `document.body.textContent.includes('Second')`),
  ...VAIN_TRIALS,
];
