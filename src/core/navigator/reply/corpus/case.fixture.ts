/**
 * A reply, the rung by which it must be read, and the call that it must come to (or a part of the reason
 * why it cannot be used). `§send` stands for the uid of the element of that key on the corpus's page.
 */
export type ReplyCase = readonly [
  reply: string,
  rung: 'exact' | 'repaired' | 'nearest' | 'unreadable',
  call: string,
];

export const CLICK = 'click(uid="§send")';
export const TYPE = 'text_input(text="walnut lamp", uid="§search")';
export const CHANGE = 'change(value="Express", uid="§delivery")';

/** The corpus's page: some elements share a name, two uids are alike. */
export const PAGE = `
  <button data-t="02083f45-79e0-4a61">Send</button>
  <a href="#" data-t="e48d5d7a-a997-4d2c">More</a>
  <input data-t="22ea1c64-9c82-446a" type="search" aria-label="Search the shop">
  <select data-t="1ec558a6-0b5d-4a24" aria-label="Delivery"><option>Standard<option>Express</select>
  <label><input data-t="7b90f1de-4c11-4e0f" type="checkbox"> Gift wrap</label>
  <input data-t="9d3c55aa-1f2e-4bb8" type="file" aria-label="Receipt">
  <button data-t="5aa01111-2222-4333">Add to cart</button>
  <button data-t="5aa01111-2222-4334">Add to cart</button>
  <textarea data-t="c0ffee00-dead-4bee" aria-label="Message"></textarea>`;

const UIDS: Readonly<Record<string, string>> = {
  send: '02083f45-79e0-4a61',
  more: 'e48d5d7a-a997-4d2c',
  search: '22ea1c64-9c82-446a',
  delivery: '1ec558a6-0b5d-4a24',
  gift: '7b90f1de-4c11-4e0f',
  receipt: '9d3c55aa-1f2e-4bb8',
  first: '5aa01111-2222-4333',
  second: '5aa01111-2222-4334',
  message: 'c0ffee00-dead-4bee',
};

export function fillUids(text: string): string {
  return text.replace(/§(\w+)/g, (_, key: string) => UIDS[key] ?? `no uid ${key}`);
}
