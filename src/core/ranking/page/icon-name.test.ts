import { describe, expect, it } from 'vitest';
import { listCandidates } from './list-candidates.ts';
import { buildPage } from '../page.fixture.ts';

function fieldsOf(html: string) {
  const found = listCandidates([buildPage(html)]).find(({ uid }) => uid === 'x');
  if (!found) throw new Error('x is not listed');
  return found.fields;
}

describe('what an icon shows', () => {
  it.each([
    [
      'of Font Awesome',
      '<i class="fas fa-cloud-download-alt fa-fw fa-lg"></i>',
      'cloud download alt',
    ],
    ['once', '<svg class="svg-inline--fa fa-link" data-icon=link></svg>', 'link'],
    ['of Bootstrap', '<i class="bi bi-pencil"></i>', 'pencil'],
    ['of Tabler', '<svg class="icon icon-tabler icon-tabler-trash"></svg>', 'trash'],
    ['of Lucide', '<svg class="lucide lucide-trash-2"></svg>', 'trash 2'],
    ['of jQuery UI', '<span class="ui-icon ui-icon-print"></span>', 'print'],
    ['of Feather', '<i data-feather=phone></i>', 'phone'],
    ['of Material UI', '<svg data-testid=ArrowBackIcon></svg>', 'Arrow Back'],
    ['of a set in the page', '<svg><use href="#icon-cart"></use></svg>', 'cart'],
  ])('is known %s', (_, icon, shown) => {
    expect(fieldsOf(`<button data-t=x>${icon}</button>`).alt).toBe(shown);
  });

  it('says nothing where the button has words', () => {
    expect(fieldsOf('<button data-t=x><i class="fa fa-trash"></i> Discard</button>').alt).toBe('');
  });

  it('is no class for how it looks', () => {
    expect(
      fieldsOf('<button data-t=x class="icon-btn"><i class="fa fa-2x fa-spin"></i></button>').alt,
    ).toBe('');
  });

  it('leaves classes for states out of what a thing is called', () => {
    const { key } = fieldsOf('<a href="#" data-t=x class="nav-link collapsed is-open">Pages</a>');
    expect(key).toBe('nav link');
  });
});
