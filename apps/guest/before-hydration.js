// Runs with the page's styles, long before the app's script. ES5, because browsers that cannot read the app keep what is typed as well: it
// is minified and not compiled. What newer browsers have is asked for.
/* oxlint-disable no-unused-vars -- in ES5 each `catch` has a parameter */
;(function () {
  var state = document.documentElement.dataset
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
    var form = serverRenderedForm()
    var target = event.target
    if (event.type === 'click') {
      while (target && target.localName !== 'button') target = target.parentNode
    } else if (event.keyCode !== 13 || target.localName !== 'input') return
    if (!form || !form.contains(target)) return
    state.pressed = ''
    if ('kept' in state) keep(event)
  }
  addEventListener('click', recordPress)
  addEventListener('keydown', recordPress)

  // Keeps what is typed at each change, because this page may never be hydrated.
  function keep(event) {
    var form = serverRenderedForm()
    if (!form || !form.contains(event.target)) return
    // A change takes back the press before it, or half of a correction would be sent. In old browsers a list has no event `input`.
    if (event.type === 'input' || event.target.localName === 'select') delete state.pressed
    try {
      var draft = JSON.parse(sessionStorage.getItem(name)) || {}
      draft.details = {}
      fields.forEach(function (id) {
        draft.details[id] = form[id].value
      })
      draft.details.dependents = +draft.details.dependents
      draft.areDetailsConfirmed = draft.areDetailsRemembered = false
      draft.pressedAt = 'pressed' in state && Date.now()
      sessionStorage.setItem(name, JSON.stringify(draft))
      state.kept = ''
    } catch (_) {
      // The browser stores nothing.
    }
  }
  addEventListener('input', keep)
  addEventListener('change', keep)

  // Fills in what was typed before a reload. The document is interactive once it is parsed, before the app's script runs.
  function restore() {
    var form = serverRenderedForm()
    if (!form || document.readyState !== 'interactive') return
    try {
      var draft = JSON.parse(sessionStorage.getItem(name))
      if (!draft || draft.areDetailsRemembered) return
      fields.forEach(function (id) {
        form[id].value = draft.details[id] || form[id].value
      })
      state.kept = ''
      if (Math.abs(Date.now() - draft.pressedAt) < 60000) state.pressed = ''
    } catch (_) {
      // Nothing valid is stored.
    }
  }
  document.addEventListener('readystatechange', restore)

  // A script of ours that cannot be fetched or parsed. The page says so. It is loaded again where a script could not be fetched. Scripts
  // of browser extensions and of proxies are not ours.
  function notice(event) {
    if (!/_\/guest/.test(event.target.src || event.filename)) return
    if (event.target === window) state.lost = ''
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
    state.lost = ''
    clearInterval(timer)
    timer = setInterval(reload, 5000)
  }
  function isInUse() {
    var form = serverRenderedForm()
    return form && !('pressed' in state) && form.contains(document.activeElement)
  }
  // Loads the page again where the server responds, once a minute at most, and not beneath the fingers.
  function reload() {
    if (!navigator.onLine || isInUse() || !window.fetch) return
    try {
      if (Math.abs(Date.now() - sessionStorage.getItem('gatehouse.reloaded')) < 60000) return
      sessionStorage.setItem('gatehouse.reloaded', Date.now())
    } catch (_) {
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
      state.signedIn = visit.checkOutToken ? '' : 'refused'
      // The venue alone. The app names the outcome.
      document.title = document.title.replace(/^.*? – /, '')
    }
  } catch (_) {
    // Nothing valid is stored.
  }
})()
