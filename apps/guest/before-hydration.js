// Loaded with the page's styles, long before the app's script. Plain JavaScript for old browsers: it is minified and not compiled.
;(function () {
  var root = document.documentElement
  var key = location.pathname.slice(1, 5).toUpperCase()
  // The app's own draft (`form/draft.ts`), so that it takes over what was typed here.
  var name = 'gatehouse.draft.' + key
  var fields = ['firstName', 'lastName', 'mobile', 'dependents']

  function serverRenderedForm() {
    return document.querySelector('form[data-server-rendered]')
  }

  // Records a press on Continue, or Enter in a field, while the form is server-rendered. The app acts on it after hydration. The Enter that
  // ends the composition of an input method has the code 229, in every browser.
  function recordPress(event) {
    var target = event.target
    if (!target.closest || !target.closest('form[data-server-rendered]')) return
    var isPress =
      event.type === 'click' ? target.closest('button') : event.keyCode === 13 && target.localName === 'input'
    if (!isPress) return
    root.dataset.pressed = ''
    if ('kept' in root.dataset) keep(event)
  }
  addEventListener('click', recordPress)
  addEventListener('keydown', recordPress)

  // Keeps what is typed at each change, because this page may never be hydrated.
  function keep(event) {
    var form = serverRenderedForm()
    if (!form || !form.contains(event.target)) return
    // A change takes back the press before it, or half of a correction would be sent.
    if (event.type === 'input') delete root.dataset.pressed
    try {
      var draft = JSON.parse(sessionStorage.getItem(name)) || {}
      draft.details = {}
      fields.forEach(function (id) {
        draft.details[id] = form[id].value
      })
      draft.details.dependents = +draft.details.dependents
      draft.areDetailsConfirmed = draft.areDetailsRemembered = false
      draft.typedAt = Date.now()
      draft.isPressed = 'pressed' in root.dataset
      sessionStorage.setItem(name, JSON.stringify(draft))
      root.dataset.kept = ''
    } catch {
      // The browser stores nothing.
    }
  }
  addEventListener('input', keep)

  // Fills in what was typed before a reload. The document is interactive once it is parsed, before the app's script runs.
  function restore() {
    var form = serverRenderedForm()
    if (!form || document.readyState !== 'interactive') return
    try {
      var draft = JSON.parse(sessionStorage.getItem(name))
      if (!draft || draft.areDetailsRemembered) return
      var age = Date.now() - draft.typedAt
      fields.forEach(function (id) {
        form[id].value = draft.details[id] || form[id].value
      })
      root.dataset.kept = ''
      if (draft.isPressed && age < 60000) root.dataset.pressed = ''
    } catch {
      // Nothing valid is stored.
    }
  }
  document.addEventListener('readystatechange', restore)

  // A script of ours that cannot be fetched or parsed. The page says so. It is loaded again where a script could not be fetched. Scripts
  // of browser extensions and of proxies are not ours.
  function notice(event) {
    if (!/_\/guest/.test(event.target.src || event.filename)) return
    if (event.target === window) root.dataset.lost = ''
    else lose()
  }
  addEventListener('error', notice, true)
  // The app dispatches these events (`src/lib/reload.ts`).
  addEventListener('gatehouse-lost', lose)
  addEventListener('gatehouse-reload', reload)
  addEventListener('gatehouse-started', function () {
    removeEventListener('error', notice, true)
    clearInterval(timer)
  })
  var timer
  function lose() {
    root.dataset.lost = ''
    clearInterval(timer)
    timer = setInterval(reload, 5000)
  }
  function isInUse() {
    var form = serverRenderedForm()
    return form && !('pressed' in root.dataset) && form.contains(document.activeElement)
  }
  // Loads the page again where the server responds, once a minute at most, and not beneath the fingers.
  function reload() {
    if (!navigator.onLine || isInUse()) return
    try {
      if (Date.now() - sessionStorage.getItem('gatehouse.reloaded') < 60000) return
      sessionStorage.setItem('gatehouse.reloaded', Date.now())
    } catch {
      // Without a storage it is not known how often the page was loaded.
      return
    }
    fetch(location.href, { cache: 'no-store' })
      .then(function (response) {
        if (response.status > 499) throw response
        location.reload()
      })
      .catch(function () {
        sessionStorage.removeItem('gatehouse.reloaded')
      })
  }

  // A visitor who is signed in will see their pass, which the app renders. Until then the styles hide the form. The app itself
  // decides what is shown; this check only hides.
  function findVisit() {
    var visit = JSON.parse(localStorage.getItem('gatehouse.check-ins'))[key]
    var draft = JSON.parse(sessionStorage.getItem(name))
    var isShown =
      !visit.checkedOut &&
      Math.abs(Date.now() - visit.storedAt) <= 13 * 3600000 &&
      !(draft && draft.isStartedAgain) &&
      !localStorage.getItem('gatehouse.attempt.' + key)
    return isShown && visit
  }
  try {
    var visit = findVisit()
    if (visit) {
      // Only who may enter can check out.
      root.dataset.signedIn = visit.checkOutToken ? '' : 'refused'
      // The venue alone. The app names the outcome.
      document.title = document.title.replace(/^.*? – /, '')
    }
  } catch {
    // Nothing valid is stored.
  }
})()
