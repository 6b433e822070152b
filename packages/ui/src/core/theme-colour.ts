/** Gives the browser's own bars the colour of the page, in the look and the colour scheme of now. */
export function followThemeColour(): void {
  const meta = document.createElement('meta')
  meta.name = 'theme-color'
  const apply = () => {
    meta.content = getComputedStyle(document.body).backgroundColor
  }
  apply()
  document.head.append(meta)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply)
}
