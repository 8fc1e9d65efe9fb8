const guides = new Map([
  [
    'water',
    ['How hot should the water be?', 'Black tea likes boiling water, green tea 70 to 80 degrees.'],
  ],
  ['store', ['How to store tea', 'Dark, dry and closed. A tin is better than a glass jar.']],
  [
    'time',
    ['How long to steep', 'Three minutes for most teas. Mint can stay as long as you like.'],
  ],
  ['pot', ['Which teapot for which tea', 'Clay for one kind of tea only, glass for everything.']],
  ['cold', ['Cold-brewed tea', 'One spoon per glass, cold water, eight hours in the fridge.']],
  ['sizes', ['Size guide', 'A cup is 250 ml. A four-cup pot holds one litre.']],
]);

const id = new URLSearchParams(location.search).get('id');
const [title, text] = guides.get(id) ?? [
  'There is no such guide',
  'Go back and choose another one.',
];
document.title = title;
document.querySelector('#title').textContent = title;
document.querySelector('#text').textContent = text;
