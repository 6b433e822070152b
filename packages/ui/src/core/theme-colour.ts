/** Sets `theme-color` to the colour of the page, also after a change of the colour scheme. */
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
