// Runs with the page, long before the app's script, and asks for what the app asks for first. `src/lib/asked-first.ts` takes it over. A preload link
// cannot do this, because it sends no Authorization header. It is minified and not compiled.
;(() => {
  const read = (name) => localStorage.getItem(`gatehouse.${name}`)
  try {
    const token = read('session')
    const site = new URLSearchParams(location.search).get('site') ?? read('board.site')
    if (!token || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(site)) return
    const calls = {}
    for (const path of [`sites?site=${site}`, site]) {
      const url = `/api/board/${path}`
      calls[url] = fetch(url, {
        headers: { authorization: `Bearer ${token}` },
        credentials: 'include',
        cache: 'no-store',
        redirect: 'manual',
      })
      calls[url].catch(() => {})
    }
    window.askedFirst = { token, calls }
  } catch {
    // The app asks by itself.
  }
})()
