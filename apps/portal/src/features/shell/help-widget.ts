declare global {
  interface Window {
    /** Defined by the script of the help desk. */
    helpWidget?: { open(): void }
  }
}

let loading: Promise<boolean> | undefined

/**
 * Loads the help desk's script, once per page load.
 * @returns whether the help desk can be opened now
 */
export function loadHelpWidget(url: string): Promise<boolean> {
  loading ??= new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.addEventListener('load', () => resolve(typeof window.helpWidget?.open === 'function'))
    script.addEventListener('error', () => resolve(false))
    document.head.append(script)
  })
  return loading
}
