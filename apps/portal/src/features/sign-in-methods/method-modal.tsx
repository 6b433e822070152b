import {
  createSignInMethodEndpoint,
  MethodInput,
  SignInMethod,
  updateSignInMethodEndpoint,
} from '@gatehouse/validation/endpoints/sign-in-methods'
import {
  type Language,
  languages,
  type LookName,
  looks,
  methodTypes,
  type MethodType,
  pressureUnits,
} from '@gatehouse/validation/vocabulary'
import { languageNames } from '@gatehouse/i18n/language-names'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { valuesOfRow } from '../../lib/forms/values-of-row.ts'
import { useSessionConfig } from '../../lib/use-session.ts'
import { api } from '../../lib/api.ts'
import { Pending } from '../../lib/failure.tsx'
import type { FormField } from '../../lib/forms/form-fields.tsx'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import type { OnceHeaders } from '../../lib/forms/use-request-key.ts'
import { readNumber } from '../../lib/forms/read-number.ts'
import { toast } from '../../lib/toaster.ts'
import { lookLabels, methodTypeLabels } from '../../lib/labels/vocabulary-labels.ts'
import { ColourField } from './colour-field.tsx'
import { logoOf, PhonePreview } from './phone-preview.tsx'
import { methodQuery, renewMethods } from './queries.ts'
import { siteField } from '../../lib/site-select/site-field.tsx'
import { useOnlySite, useSiteName } from '../../lib/site-select/site-options.ts'

type Numbered = 'sample_seconds' | 'result_seconds' | 'standby_minutes' | 'pressure_min' | 'pressure_max'

/**
 * The values of the form: numbers as typed, and an empty text where the client or the device
 * decides.
 */
export type MethodValues = ReturnType<typeof formValues>

interface MethodModalProps {
  /** The id of a method, or `new`. */
  id: string
  /** The site of a new method, where the list is filtered by one. */
  siteId: string | undefined
  onClose: () => void
}

/** A new or an existing method, with a preview of what a visitor sees. */
export function MethodModal({ id, siteId = '', onClose }: MethodModalProps) {
  const { t } = useLingui()
  const isNew = id === 'new'
  const { data, ...query } = useQuery({ ...methodQuery(id), enabled: !isNew })
  const { known: method, headers, form } = useEditedRow(data, SignInMethod, formValues)
  const onlySite = useOnlySite()
  const save = async (input: MethodInput, once: OnceHeaders) => {
    const saved = isNew
      ? await api.call(createSignInMethodEndpoint, { headers: once, body: input })
      : await api.call(updateSignInMethodEndpoint, { params: { id }, headers, body: input })
    await renewMethods(saved)
    toast(
      'success',
      isNew
        ? t`${saved.name} is ready under the key ${saved.key ?? ''}.`
        : t`${saved.name} has been updated.`,
    )
  }
  const { look: ownLook } = useSessionConfig()
  // A method with its client's look shows which one that is.
  const fields = useMethodFields(method?.look === null ? method.shown_look : ownLook, method)
  return (
    <FormModal<MethodValues, typeof MethodInput>
      id="method"
      title={isNew ? <Trans>New sign-in method</Trans> : <Trans>Edit sign-in method</Trans>}
      schema={MethodInput}
      {...form}
      values={isNew ? { ...newMethod, site_id: siteId } : method && formValues(method)}
      read={(values) => readValues({ ...values, site_id: values.site_id || onlySite })}
      placeholder={
        <Pending title={<Trans>The sign-in method could not be loaded</Trans>} query={query} height={480} />
      }
      fields={fields}
      submitLabel={isNew ? <Trans>Add sign-in method</Trans> : <Trans>Update sign-in method</Trans>}
      submit={save}
      failedTitle={<Trans>The sign-in method could not be saved</Trans>}
      draft={`method ${id}`}
      onClose={onClose}
    />
  )
}

/** @param known the current method, also after another user has changed it */
function useMethodFields(clientLook: LookName, known?: SignInMethod): FormField<MethodValues>[] {
  const { t } = useLingui()
  const isDevice = ({ type }: MethodValues) => type === 'device'
  const isMachine = ({ type }: MethodValues) => type !== 'qr'
  const text = (name: 'location' | 'serial_number' | 'kiosk_id', label: ReactNode, hint?: ReactNode) =>
    ({ name, label, hint, isOptional: true }) satisfies FormField<MethodValues>
  const number = (name: Numbered, label: ReactNode) =>
    ({
      name: `settings.${name}`,
      label,
      isOptional: true,
      isShown: isDevice,
    }) satisfies FormField<MethodValues>
  return [
    {
      type: 'select',
      name: 'type',
      label: <Trans>Type</Trans>,
      hint: (
        <Trans>Visitors scan a QR code with their own phones; a kiosk is a tablet that they share.</Trans>
      ),
      options: methodTypes.map((type) => ({ value: type, label: t(methodTypeLabels[type]) })),
    },
    {
      name: 'name',
      label: <Trans>Name</Trans>,
      hint: <Trans>Printed on the poster, such as Front door.</Trans>,
    },
    siteField('site_id', { staysWithClient: known !== undefined, text: () => known?.site_name }),
    text('location', <Trans>Location</Trans>, <Trans>The place on the site, for staff.</Trans>),
    { ...text('kiosk_id', <Trans>Kiosk ID</Trans>), isShown: isMachine },
    { ...text('serial_number', <Trans>Serial number</Trans>), isShown: isMachine },
    {
      type: 'checkbox',
      name: 'use_temperature',
      label: <Trans>Ask for a temperature code</Trans>,
      hint: <Trans>Visitors enter the six digits that the device at this site shows them.</Trans>,
    },
    {
      type: 'checkbox',
      name: 'asks_host',
      label: <Trans>Ask who they are visiting</Trans>,
      hint: (
        <Trans>
          Visitors find people of this site by three letters of the name. The person they choose is notified.
        </Trans>
      ),
      isShown: ({ type }) => type !== 'device',
    },
    {
      type: 'select',
      name: 'look',
      label: <Trans>Look</Trans>,
      options: [
        { value: '', label: t`Same as the client` },
        ...looks.map((look) => ({ value: look, label: t(lookLabels[look]) })),
      ],
    },
    { type: 'checkbox', name: 'has_colours', label: <Trans>Own colours</Trans> },
    {
      type: 'custom',
      key: 'colours',
      render: (form) => <ColourField form={form} />,
      edits: {
        name: 'colours',
        label: <Trans>Own colours</Trans>,
        text: ({ colours }) => `${colours.accent}, ${colours.on_accent}`,
      },
      isShown: ({ has_colours }) => has_colours,
    },
    ...languages.map((language): FormField<MethodValues> => ({
      type: 'long',
      name: `success_message.${language}`,
      label: <Trans>Message after signing in: {languageNames[language]}</Trans>,
      hint: <Trans>A blank line starts a new paragraph.</Trans>,
      isOptional: true,
    })),
    {
      type: 'custom',
      key: 'preview',
      edits: null,
      render: ({ values }) => <FormPreview values={values} clientLook={clientLook} known={known} />,
    },
    number('sample_seconds', <Trans>Sample, in seconds</Trans>),
    number('result_seconds', <Trans>Result shown, in seconds</Trans>),
    number('standby_minutes', <Trans>Standby after, in minutes</Trans>),
    {
      type: 'select',
      name: 'settings.pressure_unit',
      label: <Trans>Unit of pressure</Trans>,
      options: pressureUnits.map((unit) => ({ value: unit, label: unit })),
      isShown: isDevice,
    },
    number('pressure_min', <Trans>Lowest pressure</Trans>),
    number('pressure_max', <Trans>Highest pressure</Trans>),
  ]
}

interface FormPreviewProps {
  values: MethodValues
  clientLook: LookName
  known: SignInMethod | undefined
}

function FormPreview({ values, clientLook, known }: FormPreviewProps) {
  const onlySite = useOnlySite()
  const siteName = useSiteName(values.site_id || onlySite)
  return (
    <PhonePreview
      look={values.look || clientLook}
      colours={values.has_colours ? values.colours : null}
      accent={known?.client_accent ?? null}
      logo={known && logoOf(known)}
      messages={values.success_message}
      siteName={siteName ?? ''}
    />
  )
}

const noMessage: Record<Language, string> = { 'en-au': '', en: '', es: '' }

const newMethod = {
  type: 'qr' as MethodType,
  name: '',
  site_id: '',
  location: '',
  serial_number: '',
  kiosk_id: '',
  use_temperature: false,
  asks_host: false,
  look: '' as LookName | '',
  has_colours: false,
  colours: { accent: '#015c5d', on_accent: '#ffffff' },
  success_message: noMessage,
  settings: {
    sample_seconds: '',
    result_seconds: '',
    standby_minutes: '',
    pressure_unit: 'kPa',
    pressure_min: '',
    pressure_max: '',
  },
}

function formValues(method: SignInMethod) {
  const settings = Object.entries(method.settings).map(([setting, value]) => [setting, String(value ?? '')])
  return {
    ...newMethod,
    ...valuesOfRow(method, ['type', 'name', 'site_id', 'location', 'serial_number', 'kiosk_id', 'look']),
    ...valuesOfRow(method, ['use_temperature', 'asks_host']),
    has_colours: method.colours !== null,
    colours: method.colours ?? newMethod.colours,
    success_message: Object.assign({}, noMessage, method.success_message) as Record<Language, string>,
    settings: Object.assign(
      {},
      newMethod.settings,
      Object.fromEntries(settings),
    ) as typeof newMethod.settings,
  }
}

/** The endpoint's input. An invalid number stays a text, which the schema refuses. */
function readValues({
  has_colours,
  colours,
  look,
  success_message,
  settings,
  ...same
}: MethodValues): unknown {
  const messages = Object.entries(success_message).filter(([, message]) => message.trim() !== '')
  const numbers = Object.entries(settings).map(([name, value]) => [
    name,
    name === 'pressure_unit' ? value : readNumber(value),
  ])
  return {
    ...same,
    look: look === '' ? null : look,
    colours: has_colours ? colours : null,
    success_message: Object.fromEntries(messages),
    settings: Object.fromEntries(numbers),
  }
}
