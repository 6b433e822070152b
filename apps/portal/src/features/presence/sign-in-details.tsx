import { queryClient } from '@gatehouse/api-client/query-client'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { Field } from '@gatehouse/ui/core/field'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { findUserDataEndpoint, type UserData } from '@gatehouse/validation/endpoints/check-in'
import { NewVisit } from '@gatehouse/validation/endpoints/presence-changes'
import {
  getSignInMethodEndpoint,
  listSignInMethodsEndpoint,
} from '@gatehouse/validation/endpoints/sign-in-methods'
import { limits } from '@gatehouse/validation/limits'
import { useLanguage } from '@gatehouse/i18n/use-language'
import type { Language } from '@gatehouse/validation/vocabulary'
import { Trans } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import { api } from '../../lib/api.ts'
import { type FieldsForm, useFormField } from '../../lib/forms/form-fields.tsx'
import { FormModal } from '../../lib/forms/form-modal.tsx'
import { siteField } from '../../lib/site-select/site-field.tsx'
import { useOnlySite } from '../../lib/site-select/site-options.ts'
import { hostOptionsQuery } from './sign-in-host.tsx'

const Details = v.pick(NewVisit, ['method', 'first_name', 'last_name', 'mobile', 'mobile_confirmed'])
type Details = v.InferOutput<typeof Details>

/** The person to sign in, and the method's questions for them. */
export interface FoundForm extends UserData {
  details: Details
  useTemperature: boolean
  /** The site asks who the visitor is visiting. */
  asksHost: boolean
}

const noDetails = {
  site_id: '',
  method: '',
  first_name: '',
  last_name: '',
  mobile: '',
  has_no_mobile: false,
}
type DetailsValues = typeof noDetails

interface SignInDetailsProps {
  siteId: string | undefined
  onFound: (form: FoundForm) => void
  onClose: () => void
}

/** Which site, and who the person is. */
export function SignInDetails({ siteId = '', onFound, onClose }: SignInDetailsProps) {
  const language = useLanguage()
  const isFound = useRef(false)
  return (
    <FormModal<DetailsValues, typeof Details>
      id="sign-in"
      title={<Trans>Sign a person in</Trans>}
      schema={Details}
      values={{ ...noDetails, site_id: siteId }}
      read={({ site_id: _site, has_no_mobile: hasNone, mobile, ...details }) => ({
        ...details,
        mobile: hasNone ? null : mobile,
      })}
      fields={[
        siteField('site_id', { takesFocus: siteId === '' }),
        { type: 'custom', key: 'method', edits: null, render: (form) => <MethodField form={form} /> },
        { name: 'first_name', label: <Trans>First name</Trans> },
        { name: 'last_name', label: <Trans>Last name</Trans> },
        {
          type: 'tel',
          name: 'mobile',
          label: <Trans>Mobile</Trans>,
          hint: <Trans>Bans and earlier visits are matched by name and mobile.</Trans>,
          isShown: (values) => !values.has_no_mobile,
        },
        {
          type: 'checkbox',
          name: 'has_no_mobile',
          label: <Trans>The person has no mobile</Trans>,
          hint: (
            <Trans>Bans and earlier visits can’t be matched then. If in doubt, check the list of bans.</Trans>
          ),
        },
      ]}
      submitLabel={<Trans>Continue</Trans>}
      submit={async (details) => {
        onFound(await findForm(details, language))
        isFound.current = true
      }}
      onClose={() => {
        if (!isFound.current) onClose()
      }}
    />
  )
}

/** The roles and questions that the person's own phone would get. */
async function findForm(details: Details, language: Language): Promise<FoundForm> {
  const { method: id, first_name: firstName, last_name: lastName, mobile } = details
  const [own, method, hosts] = await Promise.all([
    api.call(findUserDataEndpoint, { body: { id, firstName, lastName, mobile, language } }),
    api.call(getSignInMethodEndpoint, { params: { id } }),
    queryClient.fetchQuery(hostOptionsQuery(id)),
  ])
  return { ...own, details, useTemperature: method.use_temperature, asksHost: hosts.is_asked }
}

const methodsQuery = (site: string) =>
  queryOptions({
    ...endpointQuery(listSignInMethodsEndpoint, {
      query: { site, status: 'enabled', per_page: String(limits.list.maxPerPage) },
    }),
    enabled: site !== '',
  })

/**
 * The method whose rules and questions apply. The first one is preselected, because most sites have
 * one.
 */
function MethodField({ form }: { form: FieldsForm<DetailsValues> }) {
  const { id, error, value, onChange, ...control } = useFormField(form, 'method')
  const onlySite = useOnlySite()
  const methods = useQuery(methodsQuery(form.values.site_id || onlySite)).data?.items
  const isKnown = methods?.some((method) => method.id === value) ?? true
  const first = methods?.[0]?.id ?? ''
  useEffect(() => {
    if (!isKnown) onChange(first)
  }, [isKnown, first, onChange])
  return (
    <Field
      id={id}
      label={<Trans>Sign-in method</Trans>}
      hint={
        methods?.length === 0 ? (
          <Trans>This site has no sign-in method in use.</Trans>
        ) : (
          <Trans>Its questions and limits apply.</Trans>
        )
      }
      error={error}
    >
      <SelectInput {...control} value={value} required onChange={({ target }) => onChange(target.value)}>
        {methods?.map((method) => (
          <option key={method.id} value={method.id}>
            {method.name}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}
