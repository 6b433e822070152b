import { useNumber } from '../use-number.ts'
import { Pager } from '@gatehouse/ui/staff/pager'
import { limits } from '@gatehouse/validation/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { pageCount } from './list-address.ts'

interface ListPagerProps {
  total: number
  /** The page of the visible rows. */
  shownPage: number
  /** The last requested page. */
  page: number
  onPage: (page: number) => void
}

/**
 * The range of the visible rows, and the links to other pages, relative to the last requested page.
 */
export function ListPager({ total, shownPage, page: askedPage, onPage }: ListPagerProps) {
  const { t } = useLingui()
  const number = useNumber()
  const shown = Math.min(shownPage, pageCount(total))
  const page = Math.min(askedPage, pageCount(total))
  const from = number((shown - 1) * limits.list.perPage + 1)
  const to = number(Math.min(shown * limits.list.perPage, total))
  const all = number(total)
  const turnTo = (next: number) => {
    onPage(next)
    window.scrollTo({ top: 0 })
  }
  return (
    <Pager
      label={t`Pages`}
      summary={
        <Trans>
          {from}–{to} of {all}
        </Trans>
      }
      previousLabel={t`Previous page`}
      nextLabel={t`Next page`}
      onPrevious={page > 1 ? () => turnTo(page - 1) : undefined}
      onNext={page < pageCount(total) ? () => turnTo(page + 1) : undefined}
    />
  )
}
