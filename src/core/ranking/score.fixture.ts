/** Pages for the ranking cases, written as sites write them; `data-t` marks what the cases ask for. */

export const SHOP = `
<header>
  <a href="/" data-t="logo"><img alt="Harbor & Pine"></a>
  <form role="search"><input type="search" data-t="search" placeholder="Search products"><button data-t="search-go" type="submit" aria-label="Search">🔍</button></form>
  <nav aria-label="Main"><a href="/lamps" data-t="nav-lamps">Lamps</a><a href="/chairs" data-t="nav-chairs">Chairs</a><a href="/sale" data-t="nav-sale">Sale</a></nav>
  <a href="/login" data-t="login">Sign in</a>
  <a href="/cart" data-t="cart" aria-label="Cart, 2 items"><svg><use href="#icon-cart"></use></svg><span>2</span></a>
  <select data-t="currency" aria-label="Currency"><option>USD<option>EUR<option>GBP</select>
</header>
<aside><h2>Filters</h2>
  <fieldset><legend>Material</legend>
    <label><input type="checkbox" data-t="walnut"> Walnut</label>
    <label><input type="checkbox" data-t="oak"> Oak</label></fieldset>
  <label for="min">Lowest price</label><input id="min" type="number" data-t="min">
  <label for="sort">Sort by</label><select id="sort" data-t="sort"><option>Relevance<option>Price, low to high<option>Newest</select>
  <button data-t="clear">Clear all</button>
</aside>
<main><h1>Results</h1>
  <div class="card"><a href="/p/1" data-t="img1"><img alt="Walnut lamp"></a><h3><a href="/p/1" data-t="p1">Walnut lamp</a></h3><button data-t="add1">Add to cart</button><button data-t="fav1" aria-label="Save to wishlist"><i class="icon-heart"></i></button></div>
  <div class="card"><a href="/p/2" data-t="img2"><img alt="Oak chair"></a><h3><a href="/p/2" data-t="p2">Oak chair</a></h3><button data-t="add2">Add to cart</button><button data-t="fav2" aria-label="Save to wishlist"><i class="icon-heart"></i></button></div>
  <div class="card"><a href="/p/3" data-t="img3"><img alt="Pine shelf"></a><h3><a href="/p/3" data-t="p3">Pine shelf</a></h3><button data-t="add3" disabled>Sold out</button></div>
  <a href="?page=2" data-t="next" rel="next">Next</a>
</main>
<footer><a href="/terms" data-t="terms">Terms of service</a><a href="/privacy" data-t="privacy">Privacy</a><a href="/contact" data-t="contact">Contact us</a>
  <label>Newsletter <input type="email" data-t="newsletter" placeholder="Your email"></label><button data-t="subscribe">Subscribe</button></footer>`;

export const CHECKOUT = `
<h1>Checkout</h1><form>
  <section><h2>Shipping address</h2>
    <label for="fn">First name</label><input id="fn" data-t="first" autocomplete="given-name">
    <label for="ln">Last name</label><input id="ln" data-t="last">
    <label for="st">Street</label><input id="st" data-t="street">
    <label for="zip">ZIP code</label><input id="zip" data-t="zip">
    <label for="co">Country</label><select id="co" data-t="country"><option>Portugal<option>Norway<option>Japan</select>
    <button type="button" data-t="edit-address">Edit</button></section>
  <section><h2>Payment</h2>
    <label for="cn">Card number</label><input id="cn" data-t="card">
    <label for="ex">Expiry (MM/YY)</label><input id="ex" data-t="expiry">
    <label for="cv">CVC</label><input id="cv" data-t="cvc">
    <button type="button" data-t="edit-payment">Edit</button></section>
  <fieldset><legend>Delivery</legend>
    <label><input type="radio" name="d" data-t="standard"> Standard, 3 to 5 days</label>
    <label><input type="radio" name="d" data-t="express"> Express, next day</label></fieldset>
  <fieldset><legend>Gift wrapping</legend>
    <label><input type="radio" name="g" data-t="wrap-none"> None</label>
    <label><input type="radio" name="g" data-t="wrap-express"> Express wrapping</label></fieldset>
  <label><input type="checkbox" data-t="agree"> I agree to the <a href="/terms" data-t="agree-terms">terms</a></label>
  <input placeholder="Promo code" data-t="promo"><button type="button" data-t="apply">Apply</button>
  <div><span>Total</span> <b>$128.40</b> <a href="#t" data-t="total-details">Details</a></div>
  <button type="submit" data-t="place">Place order</button>
  <a href="/cart" data-t="back">Return to basket</a></form>`;

export const ORDERS = `
<nav><a href="/account" data-t="profile">My profile</a><a href="/orders" data-t="orders">Orders</a><button data-t="logout">Log out</button></nav>
<h1>Orders</h1>
<div role="tablist"><button role="tab" data-t="tab-open">Open</button><button role="tab" data-t="tab-past">Past orders</button></div>
<table><tr><th>Order</th><th>Date</th><th>Total</th><th>Status</th><th></th></tr>
  <tr><td>Order 1041</td><td>May 2</td><td>$20</td><td>Sent</td><td><button data-t="track1">Track</button><button data-t="cancel1">Cancel</button></td></tr>
  <tr><td>Order 1042</td><td>May 9</td><td>$48</td><td>Paid</td><td><button data-t="track2">Track</button><button data-t="cancel2">Cancel</button></td></tr>
  <tr><td>Order 1043</td><td>May 11</td><td>$9</td><td>Paid</td><td><button data-t="track3">Track</button><button data-t="cancel3">Cancel</button></td></tr></table>
<label><input type="checkbox" role="switch" data-t="notify"> Email me about updates</label>
<button data-t="download">Download invoice</button>
<div class="cookie" role="dialog" aria-label="Cookies"><button data-t="accept">Accept all</button><button data-t="reject">Only necessary</button><button data-t="close" aria-label="Close">×</button></div>`;

export const NOTES = `
<header><button data-t="menu" aria-label="Open navigation">☰</button><button data-t="settings" title="Settings"><svg><use href="#gear"></use></svg></button>
  <button data-t="undo" title="Undo"></button><button data-t="bold" aria-label="Bold">B</button><button data-t="link" aria-label="Insert link"></button></header>
<aside><button data-t="new">New note</button>
  <ul><li><a href="/n/1" data-t="n1">Groceries</a><button class="icon-trash" data-t="del1"></button></li>
      <li><a href="/n/2" data-t="n2">Travel plan</a><button class="icon-trash" data-t="del2"></button></li></ul></aside>
<main><input data-t="title" placeholder="Title"><div contenteditable="true" role="textbox" aria-label="Note body" data-t="body">Buy milk</div>
  <x-share><template shadowrootmode="closed"><button data-t="share"><slot></slot></button></template>Share</x-share>
  <iframe srcdoc="<label>Comment <textarea data-t='comment'></textarea></label><button data-t='send'>Send</button>"></iframe></main>
<ul><li><input type="checkbox" data-t="todo1" aria-label="Done"><span>Water plants</span></li><li><input type="checkbox" data-t="todo2" aria-label="Done"><span>Call Ada</span></li></ul>`;

export const FEED = `
<header><a href="/" data-t="home">Home</a><a href="/about" data-t="about">About</a></header>
<main><h1>Posts</h1><button data-t="more">Load more</button>
  <ul><li data-box="0 60 800 60"><a href="/1" data-t="post1">Post number 1</a><span>by Zed</span><button class="like" data-t="like1">♥</button><button data-t="reply1">Reply</button><label><input type="checkbox" data-t="keep1">Keep</label></li>
      <li data-box="0 120 800 60"><a href="/2" data-t="post2">Post number 2</a><span>by Zed</span><button class="like" data-t="like2">♥</button><button data-t="reply2">Reply</button><label><input type="checkbox" data-t="keep2">Keep</label></li>
      <li data-box="0 180 800 60"><a href="/3" data-t="post3">Post number 3</a><span>by Zed</span><button class="like" data-t="like3">♥</button><button data-t="reply3">Reply</button><label><input type="checkbox" data-t="keep3">Keep</label></li></ul>
  <ul class="todo"><li><input type="checkbox" data-t="milk"><label data-t="milk-text">Buy milk</label><button aria-label="Delete" data-t="drop-milk">×</button></li>
      <li><input type="checkbox" data-t="dog"><label>Walk dog</label><button aria-label="Delete" data-t="drop-dog">×</button></li></ul></main>`;
