import { announce } from '/announce.js';
import { make } from '/make.js';
import { startEditor } from './editor.js';
import { addNote, deleteNote, readNotes, saveNote } from './note-store.js';
import { readWords, sanitise } from './sanitise.js';

const app = document.querySelector('#app');
const find = document.querySelector('#find');
const title = document.querySelector('#title');
const editor = document.querySelector('#editor');
const dialog = document.querySelector('#confirm');

/** The open note, or undefined on the list's own address. */
function currentNote() {
  const id = location.pathname.replace(/^\/notes\/?/, '');
  return readNotes().find((note) => note.id === id);
}

function nameNote(note) {
  return note.title.trim() || 'Untitled';
}

function showList() {
  const sought = find.value.trim().toLowerCase();
  const open = currentNote();
  const found = readNotes().filter((note) =>
    `${note.title} ${readWords(note.html)}`.toLowerCase().includes(sought),
  );
  const count = found.length === 1 ? '1 note' : `${found.length || 'No'} notes`;
  document.querySelector('#found').textContent = sought
    ? `${count} with “${find.value.trim()}”`
    : count;
  document.querySelector('#list').replaceChildren(
    ...found.map((note) => {
      const current = note.id === open?.id ? 'page' : null;
      const words = make('span', { class: 'quiet' }, readWords(note.html) || 'Empty');
      return make(
        'li',
        {},
        make('a', { href: `/notes/${note.id}`, 'aria-current': current }, nameNote(note), words),
      );
    }),
  );
}

function showRoute() {
  const note = currentNote();
  document.title = note ? `${nameNote(note)} · Notes` : 'Notes';
  document.querySelector('#open-note').hidden = !note;
  document.querySelector('#no-note').hidden = Boolean(note);
  app.classList.toggle('reading', Boolean(note));
  title.value = note?.title ?? '';
  editor.innerHTML = sanitise(note?.html ?? '');
  showList();
}

function goTo(path) {
  history.pushState(null, '', path);
  showRoute();
}

function changeNote(change) {
  const note = { ...currentNote(), ...change };
  saveNote(note);
  showList();
  document.title = `${nameNote(note)} · Notes`;
  const words = readWords(note.html).split(' ').filter(Boolean).length;
  announce(`Saved: ${nameNote(note)}, ${words === 1 ? '1 word' : `${words} words`}`);
}

function openNewNote() {
  find.value = '';
  goTo(`/notes/${addNote().id}`);
  announce('New note made');
  title.focus();
}

app.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="/notes/"]');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  goTo(link.getAttribute('href'));
  const note = currentNote();
  announce(note ? `Opened: ${nameNote(note)}` : 'Showing all notes');
});
addEventListener('popstate', showRoute);
find.addEventListener('input', showList);
title.addEventListener('input', () => {
  changeNote({ title: title.value });
});
startEditor(editor, document.querySelector('[role=toolbar]'), (html) => {
  changeNote({ html });
});
document.querySelector('#new').addEventListener('click', openNewNote);

document.querySelector('#delete').addEventListener('click', () => {
  document.querySelector('#confirm-text').textContent =
    `“${nameNote(currentNote())}” cannot be brought back.`;
  dialog.returnValue = '';
  dialog.showModal();
});
dialog.addEventListener('close', () => {
  if (dialog.returnValue !== 'delete') return;
  const note = currentNote();
  deleteNote(note.id);
  goTo('/notes/');
  announce(`Deleted: ${nameNote(note)}`);
});
showRoute();
