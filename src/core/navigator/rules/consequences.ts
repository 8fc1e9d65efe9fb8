import type { PageAction } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { ENGLISH } from '../../ranking/lexicon/english.ts';
import { GLYPH_WORDS } from '../../ranking/lexicon/query-words.ts';
import { containsWords, isSelect, isTextField, isToggle, normalizeName } from '../form-controls.ts';
import type { Condition } from './conditions.ts';
import type { TargetFacts } from './target-facts.ts';

/**
 * What buttons are called that cannot be taken back, and what harmless ones are called, in some
 * languages. Compared as whole words of a folded name (`foldName`); in scripts without spaces,
 * anywhere in it.
 */

/** What the interface lexicon holds to be the same as a word. */
function sameAs(word: string): readonly string[] {
  return ENGLISH.find(({ same }) => same.includes(word))?.same ?? [word];
}

function list(text: string): string[] {
  return text.split(',').map((word) => word.trim());
}

/** Surely money, also as the text of a link. */
const PAY = [
  ...sameAs('place order'),
  ...list(
    'pay,pay now,buy now,order now,confirm order,confirm purchase,confirm payment,make payment,submit payment,complete payment,confirm and pay,book now,' +
      'transfer money,send money,send payment,place bid,start trial,subscribe now,donate now,' +
      'jetzt kaufen,kostenpflichtig bestellen,zahlungspflichtig bestellen,jetzt bezahlen,bezahlen,bestellung aufgeben,jetzt spenden,' +
      'payer,acheter maintenant,commander,passer la commande,valider la commande,confirmer la commande,' +
      'pagar,pagar ahora,comprar ahora,realizar pedido,confirmar pedido,confirmar compra,finalizar compra,fazer pedido,finalizar pedido,pagar agora,comprar agora,' +
      'paga,paga ora,acquista ora,conferma ordine,nu betalen,betalen,nu kopen,bestelling plaatsen,zaplac,kup teraz,zamawiam,betala,betal,kob nu,' +
      '支払う,注文を確定,購入する,今すぐ買う,付款,支付,立即购买,提交订单,결제하기,구매하기,оплатить,купить сейчас,оформить заказ',
  ),
];

/** Money on a button; as a link's text rather a way there. */
const PAY_BUTTON = [
  // An “Order” may be a thing as well as a command; what completes one is above.
  ...sameAs('buy').filter((word) => word !== 'order'),
  ...list(
    'donate,transfer,withdraw,bid,book,reserve,rent,tip,top up,upgrade,checkout with paypal,' +
      'kaufen,spenden,uberweisen,buchen,acheter,virement,reserver,comprar,donar,transferir,reservar,doar,acquista,compra,ordina,prenota,kopen,boeken,kup,kop,购买,구매,купить',
  ),
];

const SEND = [
  ...sameAs('send').filter((word) => word !== 'submit'),
  ...list(
    'send message,send now,post,subscribe,publish,tweet,post comment,add comment,post reply,share now,invite,send invite,submit review,submit application,apply now,forward message,' +
      'senden,absenden,abschicken,veroffentlichen,posten,teilen,envoyer,publier,poster,enviar,publicar,invia,pubblica,verzenden,versturen,plaatsen,publiceren,wyslij,opublikuj,skicka,publicera,' +
      '送信,投稿,发送,发布,发表,보내기,게시,отправить,опубликовать',
  ),
];

const DELETE = [
  ...sameAs('delete'),
  ...list(
    'delete account,close account,deactivate,deactivate account,terminate,wipe,purge,destroy,revoke,empty trash,clear all,clear data,reset all,factory reset,drop,uninstall,unsubscribe,' +
      'cancel subscription,cancel order,cancel booking,cancel reservation,cancel account,cancel membership,leave group,block user,overwrite,' +
      'loschen,entfernen,verwerfen,kundigen,konto schliessen,bestellung stornieren,stornieren,supprimer,effacer,retirer,resilier,annuler la commande,' +
      'eliminar,borrar,quitar,cancelar pedido,cancelar suscripcion,excluir,apagar,remover,elimina,cancella,rimuovi,verwijderen,verwijder,wissen,usun,skasuj,ta bort,radera,slet,slett,' +
      '削除,消去,删除,移除,삭제,удалить',
  ),
];

const DOWNLOAD = [
  ...sameAs('download'),
  ...list(
    'save as,herunterladen,telecharger,descargar,baixar,scarica,downloaden,pobierz,ladda ner,ダウンロード,下载,다운로드,скачать',
  ),
];

const UPLOAD = [
  ...sameAs('upload'),
  ...list(
    'choose file,choose files,browse files,attach file,attach files,hochladen,datei auswahlen,televerser,subir archivo,enviar arquivo,carica,uploaden,アップロード,上传,업로드,загрузить',
  ),
];

/** Submits that can be made again or taken back. */
const HARMLESS = [
  ...['search', 'filter', 'sort', 'sign in', 'save', 'cancel', 'close', 'edit'].flatMap(sameAs),
  ...list(
    'apply filters,show results,add to cart,add to basket,add to bag,add to wish list,preview,calculate,check availability,back,next page,load more,log in,login,sign out,' +
      'suchen,suche,filtern,anwenden,speichern,anmelden,einloggen,in den warenkorb,rechercher,chercher,filtrer,appliquer,enregistrer,se connecter,connexion,ajouter au panier,' +
      'buscar,filtrar,aplicar,guardar,iniciar sesion,anadir al carrito,pesquisar,salvar,entrar,cerca,filtra,applica,salva,accedi,zoeken,opslaan,inloggen,szukaj,zapisz,zaloguj,' +
      '検索,保存,ログイン,搜索,保存,登录,검색,저장,로그인,найти,поиск,сохранить,войти',
  ),
];

/** Harmless as the whole of a name; more words may make anything of them. */
const HARMLESS_ALONE = new Set(list('go,add,apply,show'));

/** Says no, or leads back, whatever else its name holds: "Don't delete", "Cancel". */
const REFUSING =
  /^(?:no|not now|don t|do not|never mind|keep|cancel|close|back|go back|undo|dismiss|nein|nicht|abbrechen|zuruck|non|annuler|no gracias|cancelar|volver|annulla|annuleren|nee|anuluj|avbryt|キャンセル|取消|취소|отмена)\b/u;

/** Says yes to what stands beside it. */
const AGREEING = new Set(
  list(
    'ok,okay,yes,confirm,continue,proceed,accept,i agree,agree,approve,allow,sure,do it,got it,ja,bestatigen,fortfahren,weiter,oui,confirmer,continuer,valider,si,confirmar,aceptar,continuar,sim,aceitar,conferma,continua,bevestigen,doorgaan,tak,potwierdz,はい,確認,确定,确认,확인,да,подтвердить',
  ),
);

/** Text fields where Enter sends. */
const SENT_BY_ENTER = list(
  'message,reply,comment,chat,tweet,post,write a message,nachricht,antworten,kommentar,message a,repondre,commentaire,mensaje,responder,comentario,messaggio,bericht,メッセージ,消息,메시지,сообщение',
);

const CONSEQUENCE_WORDS = {
  pay: PAY,
  payButton: PAY_BUTTON,
  send: SEND,
  delete: DELETE,
  download: DOWNLOAD,
  upload: UPLOAD,
  harmless: HARMLESS,
};

export type Consequence = Extract<
  Condition,
  'pay' | 'send' | 'delete' | 'submit' | 'upload' | 'download'
>;

/** A name longer than this is text that can be pressed, of which the beginning says what it does. Words. */
const LONGEST_NAME = 8;
const BEGINNING = 4;
/** Lines of what stands round a "Yes" that say what is agreed to. */
const ASKED_IN = 3;

/** What pressing, submitting or setting this comes to, as far as names and markup tell. */
export function readConsequences(
  action: PageAction,
  target: Candidate | null,
  facts: TargetFacts | null,
  destination: Candidate | null = null,
): Consequence[] {
  if (action.intent === 'drag') return destination ? [...readName(nameOf(destination), false)] : [];
  if (facts?.type === 'file') return ['upload'];
  if (action.intent === 'submit' || isEnterInField(action, target)) {
    return readSubmit(target, facts);
  }
  if (!target || !isPress(action)) return [];
  if (isTextField(target) || isSelect(target) || isToggle(target)) return [];
  const isLink = facts !== null && facts.leadsTo !== null && !facts.submits;
  const found = readName(nameOf(target), isLink);
  if (facts?.downloads || (facts?.leadsTo && isFile(facts.leadsTo))) found.add('download');
  if (found.size === 0 && AGREEING.has(normalizeName(nameOf(target)))) {
    const asked = target.fields.context.split('\n').slice(0, ASKED_IN);
    for (const line of asked) for (const each of readName(line, true)) found.add(each);
  }
  if (facts?.submits) addSubmit(found, nameOf(target), facts);
  return [...found];
}

/** What words name as a consequence, as a person would say them: `the trash icon`, `Send`. */
export function readConsequenceWords(words: string): ReadonlySet<Consequence> {
  return readName(words, false);
}

function readSubmit(target: Candidate | null, facts: TargetFacts | null): Consequence[] {
  const form = facts?.form ?? null;
  if (!form) {
    // Enter in a field without a form: chats send by it. Elsewhere it is unknown what has the focus.
    if (!target) return ['submit'];
    const named = normalizeName(nameOf(target));
    const sends = isTextField(target) && SENT_BY_ENTER.some((word) => containsWords(named, word));
    return sends ? ['send'] : [];
  }
  const found = readName(form.buttonName, false);
  if (facts) addSubmit(found, form.buttonName, facts);
  return [...found];
}

/** What a form's own declaration adds to its button's name. */
function addSubmit(found: Set<Consequence>, name: string, { form }: TargetFacts): void {
  if (!form) return;
  if (form.secrets === 'card') found.add('pay');
  if (form.takesFiles) found.add('upload');
  const path = form.action === null ? '' : normalizeName(new URL(form.action).pathname);
  if (/(?:^| )(?:pay|payment|purchase|charge)$/.test(path)) found.add('pay');
  if (/(?:^| )(?:delete|destroy|remove)$/.test(path)) found.add('delete');
  if (found.size > 0) return;
  const isHarmless =
    form.isSearch ||
    form.method === 'get' ||
    form.method === 'dialog' ||
    REFUSING.test(normalizeName(name)) ||
    HARMLESS_ALONE.has(normalizeName(name)) ||
    containsAny(name, CONSEQUENCE_WORDS.harmless);
  if (!isHarmless) found.add('submit');
}

function readName(name: string, isLink: boolean): Set<Consequence> {
  const found = new Set<Consequence>();
  const { pay, payButton, send, delete: remove, download, upload } = CONSEQUENCE_WORDS;
  if (containsAny(name, pay) || (!isLink && containsAny(name, payButton))) found.add('pay');
  if (!isLink && containsAny(name, send)) found.add('send');
  if (containsAny(name, remove) && !(isLink && FOLDERS.has(normalizeName(name))))
    found.add('delete');
  if (!isLink && containsAny(name, upload)) found.add('upload');
  if (containsAny(name, download)) found.add('download');
  // "Keep it", "Cancel", "Don't delete"; but "Cancel order" is no way back.
  const refuses = REFUSING.test(normalizeName(name)) && !containsAny(name, CANCELLING);
  return refuses ? new Set() : found;
}

/** Links of these names lead to what was deleted. */
const FOLDERS = new Set(['trash', 'bin', 'garbage']);
const CANCELLING = CONSEQUENCE_WORDS.delete.filter((word) =>
  /^(?:cancel|annuler|cancelar) /.test(word),
);

function containsAny(name: string, words: readonly string[]): boolean {
  const said = normalizeName(name).split(' ');
  const folded = said.slice(0, said.length > LONGEST_NAME ? BEGINNING : LONGEST_NAME).join(' ');
  return words.some((word) =>
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word)
      ? folded.includes(normalizeName(word))
      : containsWords(folded, normalizeName(word)),
  );
}

/** What a person would call it; signs that stand for words as those, and its id where nothing else names it. */
function nameOf({ fields }: Candidate): string {
  const { name, text, label, value, title, alt, placeholder, key } = fields;
  const said =
    [name, text, label, title, alt, placeholder, value].find((each) => each !== '') ?? key;
  const signs = Array.from(said.replace(/[\uFE0E\uFE0F\s]/gu, ''));
  const words = signs.length === 1 ? GLYPH_WORDS.get(signs[0] ?? '') : undefined;
  if (words) return words.join(' ');
  return /[\p{L}\p{N}]/u.test(said) ? said : key;
}

function isPress(action: PageAction): boolean {
  const { intent } = action;
  return (
    intent === 'click' || intent === 'doubleClick' || (intent === 'press' && isPressKey(action.key))
  );
}

function isPressKey(key: string): boolean {
  return key === 'Enter' || key === ' ';
}

function isEnterInField(action: PageAction, target: Candidate | null): boolean {
  return action.intent === 'press' && action.key === 'Enter' && (!target || isTextField(target));
}

/** Addresses that a browser saves rather than shows. */
function isFile(address: string): boolean {
  const { pathname } = new URL(address);
  return /\.(?:zip|tar|t?gz|7z|rar|exe|msi|dmg|pkg|apk|deb|rpm|iso|csv|xlsx?|docx?|pptx?)$/i.test(
    pathname,
  );
}
