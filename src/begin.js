// The first script of each page, and no module, for browsers of any age. It explains what is needed when the others do
// not run.
(function () {
  const sentence = /** @type {HTMLElement} */ (document.querySelector('#unavailable'));
  const late = /** @type {HTMLElement} */ (document.querySelector('#late'));
  function say() {
    sentence.hidden = false;
    late.hidden = true;
  }

  // Together they are as old as the oldest browsers that the README names.
  const isNewEnough = 'toSorted' in Array.prototype && CSS.supports('color', 'color-mix(in srgb, red, red)');
  if (!isNewEnough) {
    // src/main.tsx takes the other one away.
    sentence.id = 'outdated';
    say();
  }

  // A line may be slow, or hang without an error. src/app/render.tsx takes it away once the page is there.
  setTimeout(function () {
    late.hidden = !sentence.hidden;
  }, 2000);

  addEventListener(
    'error',
    function (event) {
      const at = /** @type {Window | Element} */ (event.target);
      // A script that breaks, or one that cannot be loaded; once the application runs, the sentence is gone.
      if (at === window || ('tagName' in at && at.tagName === 'SCRIPT')) say();
    },
    true,
  );
})();
