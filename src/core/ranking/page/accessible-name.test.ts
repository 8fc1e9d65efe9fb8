import { describe, expect, it } from 'vitest';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { computeName } from './accessible-name.ts';
import { indexPage } from './page-index.ts';
import { buildPage } from '../page.fixture.ts';

function nameOf(html: string): string {
  const page = indexPage([buildPage(html)]);
  const node = page.elements.find((at: ElementNode) => at.uid === 'x');
  if (!node) throw new Error('no element is marked');
  return computeName(node, page);
}

describe('computeName', () => {
  it.each([
    ['content', '<button data-t=x> Add <b>to</b>\n cart </button>', 'Add to cart'],
    ['formatting inside a word', '<button data-t=x><u>S</u>ave</button>', 'Save'],
    ['aria-label over content', '<button data-t=x aria-label=Close>×</button>', 'Close'],
    ['a blank aria-label', '<button data-t=x aria-label=" ">Ok</button>', 'Ok'],
    [
      'aria-labelledby over aria-label, in its order',
      '<i id=a>One</i><i id=b>Two</i><button data-t=x aria-label=L aria-labelledby="b a gone">C</button>',
      'Two One',
    ],
    [
      'a hidden reference',
      '<i id=a hidden>One</i><button data-t=x aria-labelledby=a>C</button>',
      'One',
    ],
    [
      'itself among its references',
      '<i id=a>Report</i><button data-t=x id=me aria-label=Delete aria-labelledby="me a">C</button>',
      'Delete Report',
    ],
    [
      'a control named by itself, without its value',
      '<i id=a>Expiry</i><b data-t=x id=me role=spinbutton aria-valuetext=Empty aria-label=day aria-labelledby="me a"></b>',
      'day Expiry',
    ],
    [
      'a reference circle',
      '<i id=a aria-labelledby=x>A</i><button data-t=x id=x aria-labelledby=a>C</button>',
      'A',
    ],
    ['label for', '<label for=n>Your name</label><input data-t=x id=n>', 'Your name'],
    ['label around', '<label>Your name <input data-t=x value=Ada></label>', 'Your name'],
    ['two labels', '<label for=n>A</label><label for=n>B</label><input data-t=x id=n>', 'A B'],
    [
      'another control inside the label',
      '<label><input type=checkbox data-t=x> Remind me <input value=5> days before</label>',
      'Remind me 5 days before',
    ],
    [
      'a select inside the label',
      '<label><input type=checkbox data-t=x> Every <select><option>day<option selected>week</select></label>',
      'Every week',
    ],
    [
      'a label of another tree',
      '<x-a><template shadowrootmode=open><input data-t=x id=n></template></x-a><label for=n>A</label>',
      '',
    ],
    ['the value of a button input', '<input type=submit data-t=x value=Go>', 'Go'],
    ['the default of a submit input', '<input type=submit data-t=x>', 'Submit'],
    ['the alt of an image button', '<input type=image data-t=x alt=Go value=v>', 'Go'],
    ['the alt of an image inside', '<a href=/ data-t=x><img alt=Home></a>', 'Home'],
    ['an svg title', '<button data-t=x><svg><title>Search</title></svg></button>', 'Search'],
    ['a legend', '<fieldset data-t=x><legend>Delivery</legend><input></fieldset>', 'Delivery'],
    ['a caption', '<table data-t=x><caption>Orders</caption></table>', 'Orders'],
    ['title as a last resort', '<button data-t=x title=Menu></button>', 'Menu'],
    ['placeholder after title', '<input data-t=x placeholder=P>', 'P'],
    ['title before placeholder', '<input data-t=x placeholder=P title=T>', 'T'],
    ['a hidden label', '<label for=a hidden>One</label><input id=a data-t=x placeholder=P>', 'One'],
    ['not the value of a text box', '<input data-t=x value=Ada>', ''],
    ['not what is aria-hidden', '<button data-t=x><i aria-hidden=true>*</i>Save</button>', 'Save'],
    ['not what is not rendered', '<button data-t=x><i hidden>old</i>Save</button>', 'Save'],
    [
      'not content where the role forbids it',
      '<div role=listbox data-t=x><div role=option>A</div></div>',
      '',
    ],
    [
      'slotted content',
      '<x-a><template shadowrootmode=open><button data-t=x><slot name=icon></slot> <slot>none</slot></button></template>Buy <i slot=icon>Now:</i></x-a>',
      'Now: Buy',
    ],
    [
      'the fallback of an empty slot',
      '<x-a><template shadowrootmode=open><button data-t=x><slot>Open</slot></button></template></x-a>',
      'Open',
    ],
  ])('%s', (_, html, name) => {
    expect(nameOf(html)).toBe(name);
  });
});
