import { NavItem } from '@gatehouse/ui/staff/nav-item'
import { useLingui } from '@lingui/react/macro'
import { LifeBuoy } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from '../../lib/nav-popover.module.css'

/** Opens the help desk. It is shown once the help desk's script has loaded. */
export function GetHelp({ url }: { url: string }) {
  const { t } = useLingui()
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => void loadHelpWidget(url).then(setLoaded), [url])
  if (!isLoaded) return null
  return (
    <NavItem
      icon={<LifeBuoy />}
      label={t`Get Help`}
      render={(face) => (
        <div className={styles.trigger}>
          <button type="button" {...face} onClick={() => window.helpWidget?.open()} />
        </div>
      )}
    />
  )
}

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
function loadHelpWidget(url: string): Promise<boolean> {
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
