import { ENGLISH } from '../../ranking/lexicon/english.ts';

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
  // An “Order” may be a thing as well as a deed; what completes one is above.
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
export const HARMLESS_ALONE = new Set(list('go,add,apply,show'));

/** Says no, or leads back, whatever else its name holds: "Don't delete", "Cancel". */
export const REFUSING =
  /^(?:no|not now|don t|do not|never mind|keep|cancel|close|back|go back|undo|dismiss|nein|nicht|abbrechen|zuruck|non|annuler|no gracias|cancelar|volver|annulla|annuleren|nee|anuluj|avbryt|キャンセル|取消|취소|отмена)\b/u;

/** Says yes to what stands beside it. */
export const AGREEING = new Set(
  list(
    'ok,okay,yes,confirm,continue,proceed,accept,i agree,agree,approve,allow,sure,do it,got it,ja,bestatigen,fortfahren,weiter,oui,confirmer,continuer,valider,si,confirmar,aceptar,continuar,sim,aceitar,conferma,continua,bevestigen,doorgaan,tak,potwierdz,はい,確認,确定,确认,확인,да,подтвердить',
  ),
);

/** Text fields where Enter sends. */
export const SENT_BY_ENTER = list(
  'message,reply,comment,chat,tweet,post,write a message,nachricht,antworten,kommentar,message a,repondre,commentaire,mensaje,responder,comentario,messaggio,bericht,メッセージ,消息,메시지,сообщение',
);

export const CONSEQUENCE_WORDS = {
  pay: PAY,
  payButton: PAY_BUTTON,
  send: SEND,
  delete: DELETE,
  download: DOWNLOAD,
  upload: UPLOAD,
  harmless: HARMLESS,
};
