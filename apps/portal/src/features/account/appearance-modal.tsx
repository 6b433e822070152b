import { queryClient } from '@gatehouse/api-client/query-client'
import { errorMessages } from '@gatehouse/i18n/error-messages'
import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { BrandLogo } from '@gatehouse/ui/core/brand-logo'
import { Button } from '@gatehouse/ui/core/button'
import { CheckboxInput } from '@gatehouse/ui/core/checkbox-input'
import { Field } from '@gatehouse/ui/core/field'
import { FileInput } from '@gatehouse/ui/core/file-input'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { PhoneFrame } from '@gatehouse/ui/staff/phone-frame'
import { isHexColour } from '@gatehouse/validation/colours'
import {
  type Client,
  deleteClientLogoEndpoint,
  logoTypes,
  putClientLogoEndpoint,
  updateClientEndpoint,
} from '@gatehouse/validation/endpoints/client'
import { limits } from '@gatehouse/validation/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorMessage } from '../../lib/errors.ts'
import { Pending } from '../../lib/failure.tsx'
import { ownClientQuery } from '../../lib/own-client-query.ts'
import { type Scheme, SchemeChoice } from '../../lib/preview/scheme-choice.tsx'
import { tokensOf } from '../../lib/preview/colour-tokens.ts'
import { toast } from '../../lib/toaster.ts'
import styles from './appearance.module.css'

const MEGABYTE = 1024 * 1024
const most = limits.logo.bytes / MEGABYTE
const firstColour = '#015c5d'

/** Sets the logo and the accent colour of the client, with a preview of a visitor's phone. */
export function AppearanceModal({ onClose }: { onClose: () => void }) {
  const { data: client, ...query } = useQuery(ownClientQuery)
  if (client) return <AppearanceForm client={client} onClose={onClose} />
  return (
    <Modal isOpen onClose={onClose} title={<Trans>Appearance</Trans>}>
      <ModalBody>
        <Pending title={<Trans>The client could not be loaded</Trans>} query={query} height={320} />
      </ModalBody>
    </Modal>
  )
}

/** The logo after saving: a new file, none, or the stored one. */
type LogoChoice = { file: File; address: string } | 'none' | 'stored'

function AppearanceForm({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useLingui()
  const [logo, setLogo] = useState<LogoChoice>('stored')
  const [problem, setProblem] = useState<'type' | 'size'>()
  const [hasAccent, setHasAccent] = useState(client.accent !== null)
  const [accent, setAccent] = useState(client.accent ?? firstColour)
  const [scheme, setScheme] = useState<Scheme>('light')
  const isColour = isHexColour(accent.trim())
  const wanted = hasAccent ? accent.trim().toLowerCase() : null
  const save = useMutation({
    mutationFn: () => saveAppearance(client, logo, wanted),
    onSuccess: (saved) => {
      queryClient.setQueryData(ownClientQuery.queryKey, saved)
      toast('success', t`The appearance has been saved.`)
      onClose()
    },
  })
  const address = typeof logo === 'object' ? logo.address : undefined
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  const choose = (file: File | undefined) => {
    save.reset()
    setProblem(file && findProblem(file))
    setLogo(file && !findProblem(file) ? { file, address: URL.createObjectURL(file) } : 'stored')
  }
  const stored = logo === 'stored' && client.logo !== null && (
    <BrandLogo name={client.name} logo={client.logo} height={28} />
  )
  const shownLogo = address ? <img className={styles.chosen} src={address} alt={client.name} /> : stored
  return (
    <Modal isOpen onClose={onClose} title={<Trans>Appearance</Trans>}>
      <ModalBody>
        <Stack>
          {save.error && (
            <Notice kind="danger" live="assertive" title={<Trans>The appearance could not be saved</Trans>}>
              <ErrorMessage error={save.error} />
            </Notice>
          )}
          <Field
            label={<Trans>Logo</Trans>}
            hint={<Trans>SVG, PNG or WebP, up to {most} MB</Trans>}
            error={
              problem &&
              (problem === 'type' ? (
                t(errorMessages.logo_type)
              ) : (
                <Trans>This file is larger than {most} MB. Choose a smaller one.</Trans>
              ))
            }
          >
            <FileInput
              accept={logoTypes.join()}
              chooseLabel={<Trans>Choose a file</Trans>}
              noneLabel={<Trans>No file chosen</Trans>}
              onChoose={choose}
            />
          </Field>
          {shownLogo && (
            <div>
              <Button size="small" onClick={() => setLogo('none')}>
                <Trans>Remove logo</Trans>
              </Button>
            </div>
          )}
          <CheckboxInput
            checked={hasAccent}
            onChange={({ target }) => setHasAccent(target.checked)}
            label={<Trans>Own accent colour</Trans>}
          />
          {hasAccent && (
            <Field
              label={<Trans>Accent colour</Trans>}
              hint={<Trans>Adjusted where needed, so that text stays readable.</Trans>}
              error={isColour ? undefined : t(fieldMessages.colour_invalid)}
            >
              <span className={styles.picker}>
                <TextInput
                  value={accent}
                  onChange={({ target }) => setAccent(target.value)}
                  autoComplete="off"
                  spellCheck={false}
                />
                <input
                  type="color"
                  aria-label={t`Pick the accent colour`}
                  value={isColour ? accent.trim() : firstColour}
                  onChange={({ target }) => setAccent(target.value)}
                />
              </span>
            </Field>
          )}
          <section className={styles.preview} aria-label={t`Preview of the phone`}>
            <SchemeChoice value={scheme} onChange={setScheme} />
            <PhoneFrame
              look={client.look}
              scheme={scheme}
              style={tokensOf(null, wanted)}
              venue={client.name}
              logo={shownLogo}
            >
              <span aria-hidden="true">
                <Button kind="primary" full tabIndex={-1}>
                  <Trans>Continue</Trans>
                </Button>
              </span>
            </PhoneFrame>
          </section>
        </Stack>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          kind="primary"
          busy={save.isPending}
          onClick={() => (!hasAccent || isColour) && !problem && save.mutate()}
        >
          <Trans>Save appearance</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
}

function findProblem(file: File): 'type' | 'size' | undefined {
  if (!logoTypes.some((type) => type === file.type)) return 'type'
  return file.size > limits.logo.bytes ? 'size' : undefined
}

/** The logo first: it is refused more often than a colour. */
async function saveAppearance(client: Client, logo: LogoChoice, accent: string | null): Promise<Client> {
  const params = { id: client.id }
  let saved = client
  if (typeof logo === 'object') saved = await api.call(putClientLogoEndpoint, { params, upload: logo.file })
  else if (logo === 'none') saved = await api.call(deleteClientLogoEndpoint, { params })
  if (saved.accent === accent) return saved
  return api.call(updateClientEndpoint, { params, headers: {}, body: { accent } })
}
