import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { useEffect } from 'react'

/** Names the window after the site and how many people are on it. */
export function useTitle(siteName: string, people: number | undefined): void {
  const { t } = useLingui()
  const title =
    people === undefined
      ? siteName
      : t`${plural(people, { one: '# person', other: '# people' })} on site – ${siteName}`
  useEffect(() => {
    document.title = title
  }, [title])
}
