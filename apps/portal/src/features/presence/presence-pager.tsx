import { localeTags } from '@gatehouse/i18n/language-names'
import { Pager } from '@gatehouse/ui/staff/pager'
import { limits } from '@gatehouse/validation/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { pageCount, withPage, type SearchProps } from './search.ts'

export function PresencePager({ total, search, onSearch }: SearchProps & { total: number }) {
  const { t } = useLingui()
  const number = new Intl.NumberFormat(localeTags[useLanguage()])
  const page = Math.min(search.page ?? 1, pageCount(total))
  const from = number.format((page - 1) * limits.list.perPage + 1)
  const to = number.format(Math.min(page * limits.list.perPage, total))
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
