/** What the page does by itself: pictures when a turn is opened, and the filter of the list. */
export const REPORT_SCRIPT = `
const pictures = JSON.parse(document.getElementById('pictures').textContent);
const turns = [...document.querySelectorAll('#list details')];
for (const turn of turns) {
  turn.addEventListener('toggle', () => {
    for (const image of turn.querySelectorAll('img[data-shot]:not([src])')) {
      image.src = pictures[image.dataset.shot] || '';
    }
  });
}
const form = document.getElementById('filter');
const apply = () => {
  const chosen = new FormData(form);
  const words = String(chosen.get('words')).toLowerCase();
  let shown = 0;
  for (const turn of turns) {
    const fits =
      (!chosen.get('intent') || turn.dataset.intent === chosen.get('intent')) &&
      (!chosen.get('differ') || 'differs' in turn.dataset) &&
      (!chosen.get('wrong') || 'wrong' in turn.dataset) &&
      (!words || turn.textContent.toLowerCase().includes(words));
    turn.hidden = !fits;
    if (fits) shown += 1;
  }
  document.getElementById('shown').textContent = shown + (shown === 1 ? ' turn' : ' turns');
};
if (form) {
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  apply();
}
`;
