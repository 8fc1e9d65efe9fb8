import { describe, expect, it } from 'vitest';
import { describeCandidate } from './describe-candidate.ts';
import { listCandidates } from './list-candidates.ts';
import { buildPage } from '../page.fixture.ts';

function nameOf(html: string): string {
  const candidates = listCandidates([buildPage(html)]);
  const found = candidates.find(({ uid }) => uid === 'x');
  if (!found) throw new Error('x is not listed');
  return describeCandidate(found, candidates);
}

const LONG = 'We send you a letter each time somebody replies to one of your posts or messages.';

describe('what a nameless control is called', () => {
  it.each([
    ['text after a box', '<li><input type=checkbox data-t=x> Buy milk</li>', 'Buy milk'],
    [
      'a label that is not tied to it',
      '<ul><li><input type=checkbox data-t=x><label>Walk dog</label><button>×</button></li></ul>',
      'Walk dog',
    ],
    [
      'a box in a cell of its own',
      '<table><tr><td><input type=checkbox data-t=x></td><td>Ada</td><td>Owner</td></tr></table>',
      'Ada',
    ],
    [
      'the heading of a long text beside a switch',
      `<div><div><h4>Alerts</h4><p>${LONG}</p></div><div role=switch tabindex=0 data-t=x></div></div>`,
      'Alerts',
    ],
    [
      'text beside a switch that is only drawn',
      '<div><div><b>Weekly report</b></div><div class="toggle on" data-t=x></div></div>',
      'Weekly report',
    ],
    [
      'a label beside a field, which its placeholder only illustrates',
      '<div><label>Company</label><input placeholder="Mill Ltd" data-t=x></div>',
      'Company',
    ],
    [
      'its own name, whatever label is beside it',
      '<div><label>Company</label><input aria-label="Firm" data-t=x></div>',
      'Firm',
    ],
    [
      'its placeholder, if the label is for another control',
      '<div><label for=o>Company</label><input placeholder="Mill Ltd" data-t=x></div><input id=o>',
      'Mill Ltd',
    ],
    [
      'its placeholder, if the label has several fields',
      '<div><label>Company</label><input placeholder="Mill Ltd" data-t=x><input placeholder="Berlin"></div>',
      'Mill Ltd',
    ],
    [
      'its placeholder, if there are several labels',
      '<div><label>Company</label><label>Firm</label><input placeholder="Mill Ltd" data-t=x></div>',
      'Mill Ltd',
    ],
    [
      'the label before a list that is labelled by its own value',
      '<div><label>State</label><select tabindex=-1 aria-hidden=true><option>Ohio</select><span role=combobox tabindex=0 aria-labelledby=v data-t=x><span id=v>Ohio</span></span></div>',
      'State',
    ],
    [
      'the column of one of several boxes in a row',
      '<table><tr><th>About</th><th>Mail</th><th>Push</th></tr><tr><td>Logins</td><td><input type=checkbox data-t=x></td><td><input type=checkbox></td></tr></table>',
      'Mail',
    ],
    ['text before a field', '<p>Promo code: <input data-t=x></p>', 'Promo code'],
    [
      'a cell before a field',
      '<table><tr><td>From</td><td><input data-t=x></td></tr></table>',
      'From',
    ],
    [
      'the column of a field',
      '<table><tr><th>Item</th><th>Quantity</th></tr><tr><td>Lamp</td><td><input data-t=x></td></tr></table>',
      'Quantity',
    ],
    [
      'the heading over an editor',
      '<h2>Letter</h2><div class=bar><button>B</button></div><div><div contenteditable data-t=x></div></div>',
      'Letter',
    ],
    [
      'the hidden field an editor stands in for',
      '<h2>Old</h2><label for=a>Code</label><textarea id=a hidden></textarea><div><div><textarea data-t=x></textarea></div></div>',
      'Code',
    ],
    [
      'a placeholder rather than a heading',
      '<h2>Payment</h2><div contenteditable data-placeholder="Write a comment" data-t=x></div>',
      'Write a comment',
    ],
    [
      'the placeholder of an empty paragraph',
      '<h2>Payment</h2><div contenteditable data-t=x><p data-placeholder="Say hello"></p></div>',
      'Say hello',
    ],
    [
      'a list’s label',
      '<div>Role<div role=combobox tabindex=0 data-t=x>Choose</div></div>',
      'Role',
    ],
    [
      'its kind and place',
      '<h2>Tools</h2><p><button data-t=x><i></i></button></p>',
      'button at “Tools”',
    ],
    [
      'a sign and its place',
      '<ul><li><a href=/a>Ada</a><button data-t=x>🗑</button></li></ul>',
      '🗑 at “Ada”',
    ],
    ['its kind alone', '<button data-t=x></button>', 'unnamed button'],
  ])('%s', (_, html, name) => {
    expect(nameOf(html)).toBe(name);
  });

  it('does not take a neighbour’s text', () => {
    const html = '<p>From <input> <input data-t=x></p>';
    expect(nameOf(html)).toBe('unnamed text box');
  });

  it('does not call the box for all rows by the column beside it', () => {
    const html =
      '<table><thead><tr><th><input type=checkbox data-t=x></th><th>Name</th></tr></thead></table>';
    expect(nameOf(html)).toBe('checkbox at “Name”');
  });
});
