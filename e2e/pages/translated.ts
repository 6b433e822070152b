import type { Page } from '@playwright/test'

/**
 * Translates every page of the tab like a browser: two nested `<font>` replace each text node, also
 * later ones. The text itself stays, so that journeys find it.
 */
export const translatePages = (page: Page) => page.addInitScript(translate)

function translate(): void {
  const kept = 'font, script, style, noscript, title, textarea, select, svg, [translate="no"]'
  const wrapTexts = () => {
    // A browser waits for the page; until hydration it is the server's.
    if (document.readyState !== 'complete' || document.querySelector('form[data-server-rendered]')) return
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node instanceof Text && node.data.trim() !== '' && !node.parentElement?.closest(kept))
        texts.push(node)
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(text.data)
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  new MutationObserver(wrapTexts).observe(document, {
    attributeFilter: ['data-server-rendered'],
    characterData: true,
    childList: true,
    subtree: true,
  })
  addEventListener('load', wrapTexts)
}
