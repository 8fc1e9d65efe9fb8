import type { Change, Receipt } from '../../core/action/receipt.ts';

function quote(text: string): string {
  return text === '' ? 'empty' : `“${text}”`;
}

function describeChange(change: Change): string {
  switch (change.kind) {
    case 'value':
      return `Its value went from ${quote(change.from)} to ${quote(change.to)}`;
    case 'checked':
      return change.to ? 'It is now ticked' : 'It is no longer ticked';
    case 'selected':
      return `${quote(change.to)} is now chosen`;
    case 'state':
      return `Its state “${change.name}” is now ${quote(change.to)}`;
    case 'focus':
      return 'It has the focus';
    case 'scrolled':
      return `Scrolled to ${String(Math.round(change.x))}, ${String(Math.round(change.y))}`;
    case 'url':
      return `The address became ${change.to}`;
    case 'title':
      return change.to.trim() === ''
        ? 'The page has no title'
        : `The page became ${quote(change.to)}`;
    case 'tab':
      return 'Another tab opened';
    case 'appeared':
      return `Appeared: ${quote(change.text)}`;
    case 'vanished':
      return `Went away: ${quote(change.text)}`;
  }
}

/** Everything a receipt says, one line each. */
export function describeReceipt(receipt: Receipt): string[] {
  switch (receipt.verdict) {
    case 'changed':
      return receipt.changes.map(describeChange);
    case 'unchanged':
      return ['The page was watched until it was quiet, and nothing changed.'];
    case 'unknown':
      return [
        'The page went away before it could be checked.',
        ...receipt.changes.map(describeChange),
      ];
  }
}
