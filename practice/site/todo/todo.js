import { make } from '/make.js';

/** A list of tasks as TodoMVC specifies it: Enter adds one, the address says which are shown. */
let tasks = JSON.parse(localStorage.getItem('tasks') ?? '[]');

const field = document.querySelector('#task');
const list = document.querySelector('#tasks');
const left = document.querySelector('#left');

function save(next) {
  tasks = next;
  localStorage.setItem('tasks', JSON.stringify(tasks));
  render();
}

function makeItem(task) {
  const box = make('input', { type: 'checkbox', 'aria-label': task.title });
  box.checked = task.done;
  box.addEventListener('change', () => {
    save(tasks.map((each) => (each === task ? { ...each, done: box.checked } : each)));
  });
  const remove = make('button', { type: 'button', 'aria-label': `Remove ${task.title}` }, '×');
  remove.addEventListener('click', () => {
    save(tasks.filter((each) => each !== task));
  });
  return make('li', { class: 'row' }, box, make('span', {}, task.title), remove);
}

function render() {
  const wanted = location.hash;
  const shown = tasks.filter(
    ({ done }) => wanted === '' || wanted === '#/' || done === (wanted === '#/completed'),
  );
  list.replaceChildren(...shown.map(makeItem));
  const open = tasks.filter(({ done }) => !done).length;
  left.textContent = open === 1 ? '1 task left' : `${open} tasks left`;
}

field.addEventListener('keydown', ({ key }) => {
  const title = field.value.trim();
  if (key !== 'Enter' || title === '') return;
  field.value = '';
  save([...tasks, { title, done: false }]);
});
document.querySelector('#clear').addEventListener('click', () => {
  save(tasks.filter(({ done }) => !done));
});
addEventListener('hashchange', render);
render();
