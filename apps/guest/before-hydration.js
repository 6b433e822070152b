// Loaded with the page's styles, long before the app's script. Plain JavaScript for old browsers: nothing compiles this file.
;(function () {
  // Records a press on Continue, or Enter in a field, while the form is server-rendered. The app acts on it after hydration.
  function recordPress(event) {
    var target = event.target
    if (!target.closest || !target.closest('form[data-server-rendered]')) return
    var isPress =
      event.type === 'click'
        ? target.closest('button')
        : event.key === 'Enter' && target.localName === 'input'
    if (isPress) document.documentElement.dataset.pressed = ''
  }
  addEventListener('click', recordPress)
  addEventListener('keydown', recordPress)

  // Reloads the page when a script could not be fetched. The browser keeps what was typed.
  addEventListener(
    'error',
    function (event) {
      if (event.target.localName !== 'script') return
      addEventListener('online', reload)
      setTimeout(reload, 5000)
    },
    true,
  )
  function reload() {
    if (navigator.onLine) location.reload()
  }

  // A visitor who is signed in will see their pass, which the app renders. Until then the styles hide the form. The app itself
  // decides what is shown; this check only hides.
  function isSignedIn() {
    var key = location.pathname.slice(1, 5).toUpperCase()
    var visit = JSON.parse(localStorage.getItem('gatehouse.check-ins'))[key]
    var draft = JSON.parse(sessionStorage.getItem('gatehouse.draft.' + key))
    return (
      !visit.checkedOut &&
      Math.abs(Date.now() - visit.storedAt) <= 13 * 3600000 &&
      !(draft && draft.isStartedAgain) &&
      !localStorage.getItem('gatehouse.attempt.' + key)
    )
  }
  try {
    if (isSignedIn()) document.documentElement.dataset.signedIn = ''
  } catch {
    // Nothing valid is stored.
  }
})()
