import { describe, expect, it } from 'vitest';
import { listCandidates } from '../page/list-candidates.ts';
import { buildPage, VIEWPORT } from '../page.fixture.ts';
import { scoreLexical } from '../score-lexical.ts';
import { ENGLISH } from './english.ts';
import { FRENCH, GERMAN, SPANISH } from './find-synonyms.ts';

const PAGE = listCandidates(
  [
    buildPage(`<a href=/a data-t=in>Sign in</a><a href=/b data-t=cart>Cart</a><a href=/c data-t=sport>Deportes</a>
      <label>Mot de passe<input type=password data-t=secret></label><label>PLZ<input data-t=zip></label>
      <button data-t=send>Absenden</button><button data-t=drop>Supprimer</button><button data-t=print>Imprimir</button>
      <ul><li>Uno<button data-t=one>Responder</button></li><li>Dos<button data-t=two>Responder</button></li></ul>`),
  ],
  VIEWPORT,
);

function findBest(text: string): string | undefined {
  const scored = scoreLexical({ text, intent: null }, PAGE);
  return scored.sort((one, other) => other.score - one.score)[0]?.candidate.uid;
}

describe('other languages', () => {
  it.each([
    ['anmelden', 'in'],
    ['iniciar sesión', 'in'],
    ['ouvrir mon panier', 'cart'],
    ['sports', 'sport'],
    ['password', 'secret'],
    ['escribe la contraseña', 'secret'],
    ['zip code', 'zip'],
    ['den Knopf Absenden', 'send'],
    ['submit', 'send'],
    ['löschen', 'drop'],
    ['el botón imprimir', 'print'],
    ['print it', 'print'],
    ['responder al segundo comentario', 'two'],
    ['répondre au dernier commentaire', 'two'],
  ])('%s', (text, uid) => {
    expect(findBest(text)).toBe(uid);
  });

  it.each([
    ['German', GERMAN],
    ['French', FRENCH],
    ['Spanish', SPANISH],
  ])('%s translates ideas by their English names, most of which are in the lexicon', (_, names) => {
    const known = new Set(ENGLISH.flatMap(({ same }) => same));
    const apart = Object.keys(names).filter((english) => !known.has(english));
    expect(apart.length).toBeLessThan(10);
    expect(Object.values(names).every((others) => others.length > 0)).toBe(true);
  });
});
