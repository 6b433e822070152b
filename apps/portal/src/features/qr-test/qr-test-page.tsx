import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { Field } from '@gatehouse/ui/core/field'
import { Notice } from '@gatehouse/ui/core/notice'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { listSignInMethodsEndpoint } from '@gatehouse/validation/endpoints/sign-in-methods'
import { isMethodKey } from '@gatehouse/validation/method-key'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageHead } from '../../lib/page-head.tsx'
import { api } from '../../lib/api.ts'
import { AddressNotice, canShowCode, type OpenedAt } from '../../lib/public-address/public-address.tsx'
import { QrCode } from '../../lib/qr-code.tsx'
import { CodeCheck } from './code-check.tsx'
import styles from './qr-test-page.module.css'
import { readKey } from './read-url.ts'

interface QrTestPageProps extends OpenedAt {
  /** The key in the URL; empty where there is none. */
  code: string
  onCode: (code: string) => void
}

/** The QR code of any key, large enough to scan from the screen, and a check of a printed one. */
export function QrTestPage({ code, onCode, origin }: QrTestPageProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(code)
  const key = readKey(typed)
  const isKey = isMethodKey(key)
  const { data: found } = useQuery({
    queryKey: [listSignInMethodsEndpoint.path, 'key', key],
    queryFn: async ({ signal }) => {
      const { items } = await api.call(listSignInMethodsEndpoint, { query: { search: key } }, { signal })
      return items.find((method) => method.key === key) ?? null
    },
    enabled: isKey,
  })
  const url = found?.url ?? `${runtimeConfig.publicUrl}/${key}`
  return (
    <>
      <PageHead
        title={t`QR test`}
        description={
          <Trans>Shows where a QR code leads, and checks a printed one. Nothing is uploaded.</Trans>
        }
      />
      <div className={styles.page}>
        <div className={styles.key}>
          <Field
            id="qr-test-key"
            label={<Trans>Key</Trans>}
            hint={<Trans>The four letters and digits at the end of the address.</Trans>}
            error={
              !isKey && key.length >= 4 ? t`A key has four characters, and never I, O, U, 0 or 1.` : undefined
            }
          >
            <TextInput
              value={typed}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => {
                setTyped(target.value)
                const next = readKey(target.value)
                if (isMethodKey(next)) onCode(next)
              }}
            />
          </Field>
          {isKey && (
            <div className={styles.encodes}>
              <p className={styles.label}>
                <Trans>The code contains</Trans>
              </p>
              <p className={styles.url}>{url}</p>
              {found && <p className={styles.label}>{`${found.name} · ${found.site_name}`}</p>}
              {found === null && (
                <Notice
                  kind="caution"
                  live="polite"
                  title={<Trans>None of your sign-in methods has this key</Trans>}
                >
                  <Trans>It may be retired, or belong to a site you can’t see.</Trans>
                </Notice>
              )}
            </div>
          )}
        </div>
        {isKey && (
          <div className={styles.code}>
            <AddressNotice origin={origin} />
            {canShowCode(origin) && <QrCode text={url} ecc="Q" label={t`QR code of the key ${key}`} />}
          </div>
        )}
        <div className={styles.check}>
          <CodeCheck expected={isKey ? url : undefined} />
        </div>
      </div>
    </>
  )
}
