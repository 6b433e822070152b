// Runs with the page's styles, long before the app's script: it keeps what is typed, and a press on Continue.
;(() => {
  const state = document.documentElement.dataset
  const key = location.pathname.slice(1, 5).toUpperCase()
  // The app's own draft (`form/draft.ts`), so that it takes over what was typed here.
  const name = `gatehouse.draft.${key}`
  const fields = ['firstName', 'lastName', 'mobile', 'dependents']

  const serverRenderedForm = () => document.querySelector('form[data-server-rendered]')
  const readDraft = () => JSON.parse(sessionStorage.getItem(name)) ?? {}

  // The app acts on the press after hydration. The Enter that ends the composition of an input method has the code 229, in every browser.
  const recordPress = (event) => {
    const isPress = event.type === 'click' ? event.target.closest('button') : event.keyCode === 13
    if (!isPress || event.target.localName === 'select') return
    if (!serverRenderedForm()?.contains(event.target)) return
    state.pressed = ''
    keep(event)
  }
  addEventListener('click', recordPress)
  addEventListener('keydown', recordPress)

  // Keeps what is typed at each change, because this page may never be hydrated.
  const keep = (event) => {
    const form = serverRenderedForm()
    if (!form?.contains(event.target)) return
    // A change takes back the press before it, or half of a correction would be sent.
    if (event.type === 'input') delete state.pressed
    try {
      const details = Object.fromEntries(fields.map((id) => [id, form[id].value]))
      details.dependents = Number(details.dependents)
      const pressedAt = 'pressed' in state && Date.now()
      const draft = { areDetailsConfirmed: false, areDetailsRemembered: false, details, pressedAt }
      sessionStorage.setItem(name, JSON.stringify({ ...readDraft(), ...draft }))
    } catch {
      // The browser stores nothing.
    }
  }
  addEventListener('input', keep)

  // Fills in what was typed before a reload. The document is interactive once it is parsed, before the app's script runs.
  document.addEventListener('readystatechange', () => {
    const form = serverRenderedForm()
    if (!form || document.readyState !== 'interactive') return
    try {
      const draft = readDraft()
      if (draft.areDetailsRemembered) return
      for (const id of fields) form[id].value = draft.details[id] || form[id].value
      if (Math.abs(Date.now() - draft.pressedAt) < 60_000) state.pressed = ''
    } catch {
      // Nothing valid is stored.
    }
  })

  // Where a sign-in is stored, the styles hide the form until the app has decided what is shown.
  try {
    const visit = JSON.parse(localStorage.getItem('gatehouse.check-ins'))[key]
    if (visit && !visit.checkedOut && !readDraft().isStartedAgain) state.signedIn = ''
  } catch {
    // Nothing valid is stored.
  }
})()
