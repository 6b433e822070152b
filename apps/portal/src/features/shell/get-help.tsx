import { NavItem } from '@gatehouse/ui/staff/nav-item'
import { useLingui } from '@lingui/react/macro'
import { LifeBuoy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { loadHelpWidget } from './help-widget.ts'
import styles from './user-menu.module.css'

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
