import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { ListTable } from '@gatehouse/ui/list/list-table'
import { useNumber } from '../../lib/use-number.ts'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import type { ErasureReceipt } from '@gatehouse/validation/endpoints/people'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Failure } from '../../lib/failure.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { kindLabels } from './privacy-words.ts'
import { receiptsQuery } from './queries.ts'
import styles from './person-page.module.css'

const labels: Record<string, MessageDescriptor | undefined> = kindLabels

/** The last erasures, each with a receipt to keep. */
export function Receipts() {
  const { t } = useLingui()
  const language = useLanguage()
  const number = useNumber()
  const { data, ...query } = useQuery(receiptsQuery)
  const save = useSaveReceipt()
  const isEmpty = data?.items.length === 0
  const erasedOn = ({ at }: ErasureReceipt) => formatDateTime(at, language, ownTimeZone())
  return (
    <section>
      <h2 className={styles.heading}>
        <Trans>Receipts of erasures</Trans>
      </h2>
      {query.error && !data && (
        <Failure title={<Trans>The receipts could not be loaded</Trans>} query={query} />
      )}
      {isEmpty && (
        <p className={styles.quiet}>
          <Trans>No one has been erased yet.</Trans>
        </p>
      )}
      {data && !isEmpty && (
        <ListTable
          isPlain
          caption={t`Receipts of erasures`}
          density="compact"
          rows={data.items}
          columns={[
            { id: 'at', header: t`Erased on`, value: erasedOn, onPhone: 'title' },
            { id: 'by', header: t`By`, value: ({ by }) => by ?? t`Operator` },
            { id: 'count', header: t`Records`, cell: ({ erased }) => number(sumOf(erased)), align: 'end' },
          ]}
          rowActions={{
            label: t`Receipt`,
            render: (receipt) => (
              <Button
                size="small"
                onClick={() => save(receipt)}
                aria-label={t`Download the receipt of ${erasedOn(receipt)}`}
              >
                <Trans>Download</Trans>
              </Button>
            ),
          }}
        />
      )}
    </section>
  )
}

const sumOf = (counts: ErasureReceipt['erased']) => counts.reduce((sum, { count }) => sum + count, 0)

/** Saves a receipt as text: who, when and how much, and nothing about the person. */
function useSaveReceipt(): (receipt: ErasureReceipt) => void {
  const { t } = useLingui()
  const nameOfKind = (kind: string) => {
    const label = labels[kind]
    return label ? t(label) : kind
  }
  const linesOf = (counts: ErasureReceipt['erased']) =>
    counts.map(({ kind, count }) => `- ${nameOfKind(kind)}: ${count}`)
  return ({ id, at, by, client, erased, kept }) => {
    const who = by ?? t`Operator`
    const lines = [
      t`Receipt of an erasure`,
      '',
      t`Organisation: ${client}`,
      t`Erased on: ${at}`,
      t`By: ${who}`,
      t`Number: ${id}`,
      '',
      t`Erased:`,
      ...linesOf(erased),
      ...(kept.length === 0 ? [] : ['', t`Unchanged:`, ...linesOf(kept)]),
      '',
      t`The receipt names no one. The audit log has it under the same number.`,
      '',
    ]
    saveFile(
      new Blob([lines.join('\n')], { type: 'text/plain;charset=utf-8' }),
      `erasure-${at.slice(0, 10)}-${id.slice(-6)}.txt`,
    )
  }
}
