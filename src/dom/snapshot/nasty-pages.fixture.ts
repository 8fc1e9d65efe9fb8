/*
 * Documents on which a plain tokenizer of the serialised page goes out of step, or a parser builds
 * another tree (recording notes §3.3). Each builder returns elements whose uids are then checked.
 */
type AttachClosed = (host: Element, html?: string) => ShadowRoot;
type Build = (stage: HTMLElement, attachClosed: AttachClosed) => Element[];

const XHTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';

function add(parent: Node, name: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(name);
  element.append(...children);
  parent.appendChild(element);
  return element;
}

function all(stage: Element): Element[] {
  return [...stage.querySelectorAll('*')];
}

export const NASTY_PAGES: [name: string, build: Build][] = [
  [
    'p in p, a in a, block in inline',
    (stage) => {
      add(add(stage, 'p', 'x'), 'p', 'y');
      add(add(stage, 'a', 'x'), 'a', 'y');
      add(add(add(stage, 'span'), 'div'), 'button').append(document.createElement('button'));
      return [...all(stage), add(stage, 'em')];
    },
  ],
  [
    'rows outside of tables, forms in forms, body in body',
    (stage) => {
      add(add(stage, 'tr'), 'td', 'cell');
      add(add(stage, 'form'), 'form', add(document.createDocumentFragment(), 'input'));
      add(add(stage, 'body'), 'html');
      add(add(stage, 'table'), 'div', 'foster');
      add(stage, 'option', 'o');
      return [...all(stage), add(stage, 'em')];
    },
  ],
  [
    'comments that end early',
    (stage) => {
      for (const data of ['a--><b>x</b>', '>x', '->x', 'x--!><i>', '--!', '', '-', '<!--']) {
        stage.append(document.createComment(data));
        add(stage, 'u');
      }
      return [...all(stage), add(stage, 'em')];
    },
  ],
  [
    'raw text with its own end tag',
    (stage) => {
      for (const name of ['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript']) {
        const raw = add(stage, name);
        if (raw instanceof HTMLScriptElement) raw.type = 'text/plain';
        raw.append(`<b title="</${name}><p>`, `<!-- <${name}> </${name.toUpperCase()} `);
        add(stage, 'u');
      }
      return [...all(stage), add(stage, 'em')];
    },
  ],
  [
    'elements in raw text',
    (stage) => {
      for (const name of ['style', 'xmp', 'noembed'])
        add(stage, name, 'plain', document.createElement('b'));
      return [...all(stage), add(stage, 'em')];
    },
  ],
  [
    'elements in raw text that looks like markup',
    (stage) => {
      add(stage, 'xmp', '<i>a</i>', document.createElement('b'), '</xmp><s>');
      stage.append(document.createComment('-->'));
      return [...all(stage), add(stage, 'em')];
    },
  ],
  [
    'children of void elements and templates',
    (stage) => {
      const kept = add(stage, 'em');
      for (const name of [
        'br',
        'input',
        'img',
        'hr',
        'wbr',
        'track',
        'basefont',
        'keygen',
        'param',
        'frame',
      ]) {
        add(add(stage, name), 'b', 'lost');
        add(stage, 'u');
      }
      const template = add(stage, 'template');
      template.append(document.createElement('s'));
      if (template instanceof HTMLTemplateElement) {
        template.content.append(add(document.createDocumentFragment(), 'i', 'kept'));
        const inner = document.createElement('template');
        inner.innerHTML = '<q></q><noscript><b>&lt;</b></noscript>';
        template.content.append(inner);
      }
      return [kept, ...stage.querySelectorAll('u, br, template'), add(stage, 'em')];
    },
  ],
  [
    'names with prefixes, in foreign namespaces and in odd letter case',
    (stage) => {
      for (const [space, name] of [
        [SVG, 'pre:foo'],
        [SVG, 'linearGradient'],
        [SVG, 'br'],
        [SVG, 'BR'],
        [SVG, 'style'],
        [SVG, 'script'],
        [XHTML, 'BR'],
        [XHTML, 'SCRIPT'],
        [XHTML, 'x:script'],
        [XHTML, 'x:br'],
        ['urn:x', 'input'],
        ['urn:x', 'template'],
      ] as const) {
        const element = document.createElementNS(space, name);
        element.append('0 < 1', document.createElement('u'));
        stage.append(element);
      }
      const odd = add(stage, '_a', add(document.createDocumentFragment(), 'é'));
      const written = all(stage).filter(
        (e) => e.localName === 'u' && e.parentNode?.nodeName !== 'X:BR',
      );
      return [...written, odd, add(stage, 'em')];
    },
  ],
  [
    'attributes that look like tags',
    (stage) => {
      stage.innerHTML = `<div ="foo" a"b=1 c='<x>"\\' #r @click="a > b" [y]=1 (z)=2 a<b=3 title='"><p>'>x</div><a#b></a#b>`;
      return [...all(stage), add(stage, 'em')];
    },
  ],
  [
    'instructions',
    (stage) => {
      stage.append(document.createProcessingInstruction('DIV', 'a><b>'));
      return [add(stage, 'em')];
    },
  ],
  [
    'plaintext before the rest of the page',
    (stage) => [add(stage, 'plaintext', '<b>&'), add(stage, 'em')],
  ],
  [
    'templates that only look like shadow roots',
    (stage, attachClosed) => {
      stage.innerHTML = '<div id="h"></div><p><template></template></p>';
      const host = stage.querySelector('#h');
      if (!host) return [];
      attachClosed(host, '<i></i><template><b></b></template><div></div>');
      const fake = document.createElement('template');
      fake.setAttribute('shadowrootmode', 'open');
      host.append(fake);
      stage.querySelector('template')?.setAttribute('shadowrootmode', 'closed');
      return [host, fake, ...all(stage), add(stage, 'em')];
    },
  ],
  [
    'three thousand attributes and texts with every special character',
    (stage) => {
      const many = add(stage, 'div', '<>&"\u00a0\'');
      for (let n = 0; n < 3000; n++) many.setAttribute(`data-${n}`, '<>&"\u00a0\'=" ');
      return [many, add(stage, 'em')];
    },
  ],
];
