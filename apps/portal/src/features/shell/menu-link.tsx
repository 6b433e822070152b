import { NavItem } from '@gatehouse/ui/staff/nav-item'
import { useLingui } from '@lingui/react/macro'
import { Link, useMatchRoute } from '@tanstack/react-router'
import type { MenuEntry } from './menu.ts'

interface MenuLinkProps {
  entry: MenuEntry
  onFollow?: (() => void) | undefined
}

/** An entry of the side bar. It is marked when its page is open. */
export function MenuLink({ entry: { label, icon: Icon, to, isExact, also }, onFollow }: MenuLinkProps) {
  const { t } = useLingui()
  const matchRoute = useMatchRoute()
  const isApp = typeof to === 'object'
  const isOpen = !isApp && matchRoute({ to, fuzzy: isExact !== true }) !== false
  return (
    <NavItem
      icon={<Icon />}
      label={t(label)}
      isCurrent={isOpen || (also !== undefined && matchRoute({ to: also }) !== false)}
      render={({ children, ...face }) =>
        isApp ? (
          <a href={to.href} {...face}>
            {children}
          </a>
        ) : (
          <Link
            to={to}
            activeOptions={{ exact: isExact === true }}
            {...face}
            {...(onFollow && { onClick: onFollow })}
          >
            {children}
          </Link>
        )
      }
    />
  )
}
