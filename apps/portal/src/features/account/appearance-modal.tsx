import { queryClient } from '@gatehouse/api-client/query-client'
import { errorMessages } from '@gatehouse/i18n/error-messages'
import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { BrandLogo } from '@gatehouse/ui/core/brand-logo'
import { Button } from '@gatehouse/ui/core/button'
import { CheckboxInput } from '@gatehouse/ui/core/checkbox-input'
import { Field } from '@gatehouse/ui/core/field'
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
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorMessage } from '../../lib/errors.ts'
import { Pending } from '../../lib/failure.tsx'
import { type FileChoice, FileField } from '../../lib/forms/file-field.tsx'
import { ownClientQuery } from '../../lib/own-client-query.ts'
import { type Scheme, SchemeChoice } from '../../lib/preview/scheme-choice.tsx'
import { tokensOf } from '../../lib/preview/colour-tokens.ts'
import { toast } from '../../lib/toaster.ts'
import styles from './appearance-modal.module.css'

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
  const [isRefused, setRefused] = useState(false)
  /** Another number empties the field of the file. */
  const [attempt, setAttempt] = useState(0)
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
    // The logo may have been saved before the colour was refused.
    onError: () => queryClient.invalidateQueries(ownClientQuery),
  })
  const address = typeof logo === 'object' ? logo.address : undefined
  const choose = ({ file, address: chosen, isRefused: refused }: FileChoice) => {
    save.reset()
    setRefused(refused)
    setLogo(file && chosen ? { file, address: chosen } : 'stored')
  }
  /** Of a new file and a stored logo, the file goes first. */
  const removeLogo = () => {
    setLogo(typeof logo === 'object' ? 'stored' : 'none')
    setRefused(false)
    setAttempt(attempt + 1)
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
          <FileField
            key={attempt}
            label={<Trans>Logo</Trans>}
            hint={(most) => <Trans>SVG, PNG or WebP, up to {most} MB</Trans>}
            types={logoTypes}
            maxBytes={limits.logo.bytes}
            typeError={t(errorMessages.logo_type)}
            onChoose={choose}
          />
          {shownLogo && (
            <div>
              <Button size="small" onClick={removeLogo}>
                <Trans>Remove logo</Trans>
              </Button>
            </div>
          )}
          <CheckboxInput
            checked={hasAccent}
            onChange={({ target }) => setHasAccent(target.checked)}
            label={<Trans>Use your own accent colour</Trans>}
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
          onClick={() => (!hasAccent || isColour) && !isRefused && save.mutate()}
        >
          <Trans>Save appearance</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
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
