import { useNumber } from '../use-number.ts'
import { Pager } from '@gatehouse/ui/staff/pager'
import { limits } from '@gatehouse/validation/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { pageCount } from './list-address.ts'

interface ListPagerProps {
  total: number
  /** Whose rows are in view. */
  shownPage: number
  /** The one that was asked for last. */
  page: number
  onPage: (page: number) => void
}

/** Which rows are shown, and the way to the others: from the page that was asked for last. */
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
