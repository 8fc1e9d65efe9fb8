/** @typedef {{ id: string, title: string, html: string }} Note */

const key = 'practice.notes';

/** @type {Note[]} */
const examples = [
  {
    id: 'groceries',
    title: 'Groceries',
    html: '<ul><li>Earl Grey tea</li><li>Oat milk</li><li>Lemons</li></ul>',
  },
  {
    id: 'lisbon',
    title: 'Trip to Lisbon',
    html: '<p>Train at <b>9:40</b>, hotel near the river.</p><p>Ask Ines about the museum.</p>',
  },
  {
    id: 'ideas',
    title: 'Ideas for the kitchen',
    html: '<p>A <i>walnut</i> shelf, a lamp over the table, more mugs.</p>',
  },
];

/** @returns {Note[]} newest first */
export function readNotes() {
  try {
    const notes = JSON.parse(localStorage.getItem(key) ?? 'null');
    return Array.isArray(notes) ? notes : examples;
  } catch {
    return examples;
  }
}

/** @param {Note[]} notes */
function writeNotes(notes) {
  localStorage.setItem(key, JSON.stringify(notes));
}

/** @returns {Note} */
export function addNote() {
  const note = { id: crypto.randomUUID().slice(0, 8), title: '', html: '' };
  writeNotes([note, ...readNotes()]);
  return note;
}

/** @param {Note} changed */
export function saveNote(changed) {
  writeNotes(readNotes().map((note) => (note.id === changed.id ? changed : note)));
}

/** @param {string} id */
export function deleteNote(id) {
  writeNotes(readNotes().filter((note) => note.id !== id));
}
