import { localeTags } from '@gatehouse/i18n/language-names'
import { Pager } from '@gatehouse/ui/staff/pager'
import { limits } from '@gatehouse/validation/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '@gatehouse/i18n/use-language'
import type { PresenceAnswer } from './queries.ts'
import { pageCount, withPage, type SearchProps } from './search.ts'

interface PresencePagerProps extends SearchProps {
  answer: PresenceAnswer
}

/** Which rows are shown, and the way to the others: from the page that was asked for last. */
export function PresencePager({ answer, search, onSearch }: PresencePagerProps) {
  const { t } = useLingui()
  const number = new Intl.NumberFormat(localeTags[useLanguage()])
  const { total } = answer.data
  const shown = Math.min(answer.query.page ?? 1, pageCount(total))
  const page = Math.min(search.page ?? 1, pageCount(total))
  const from = number.format((shown - 1) * limits.list.perPage + 1)
  const to = number.format(Math.min(shown * limits.list.perPage, total))
  const all = number.format(total)
  const turnTo = (next: number) => {
    onSearch(withPage(search, next))
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
