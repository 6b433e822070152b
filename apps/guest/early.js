// Comes with the page's styles, long before its script; written for browsers as they are, because nothing compiles it.
;(function () {
  // While the form is as the server wrote it, a press on Continue, or Enter in a field, is noted on the document; the script acts on it
  // when it takes the form over.
  function note(event) {
    var target = event.target
    if (!target.closest || !target.closest('form[data-server-rendered]')) return
    var isPress =
      event.type === 'click'
        ? target.closest('button')
        : event.key === 'Enter' && target.localName === 'input'
    if (isPress) document.documentElement.dataset.pressed = ''
  }
  addEventListener('click', note)
  addEventListener('keydown', note)

  // A script that could not be fetched is tried again with the page, which keeps what was typed.
  addEventListener(
    'error',
    function (event) {
      if (event.target.localName !== 'script') return
      addEventListener('online', again)
      setTimeout(again, 5000)
    },
    true,
  )
  function again() {
    if (navigator.onLine) location.reload()
  }

  // Whoever is signed in here comes to their pass: its screen is the script's, but the form is not shown to them on the way. What is
  // read here only hides; the script judges it.
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
    // Nothing is stored, or nothing that can be read.
  }
})()
