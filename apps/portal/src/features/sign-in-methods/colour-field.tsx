import { Field } from '@gatehouse/ui/core/field'
import { TextInput } from '@gatehouse/ui/core/text-input'
import {
  contrastOf,
  faultOfColours,
  hardestSurfaces,
  isHexColour,
  leastContrast,
} from '@gatehouse/validation/colours'
import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { localeTags } from '@gatehouse/i18n/language-names'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type FieldsForm, useFormField } from '../../lib/forms/form-fields.tsx'
import styles from './colour-field.module.css'
import type { MethodValues } from './method-modal.tsx'

/** The two colours of a method. Their contrast is checked while they are chosen. */
export function ColourField({ form }: { form: FieldsForm<MethodValues> }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { accent, on_accent: onAccent } = form.values.colours
  const isRead = isHexColour(accent) && isHexColour(onAccent)
  const fault = isRead ? faultOfColours({ accent, on_accent: onAccent }) : undefined
  // Rounded down, so that an insufficient ratio never reads as the required one.
  const ratio = (one: string, other: string) =>
    new Intl.NumberFormat(localeTags[language], { minimumFractionDigits: 1 }).format(
      Math.floor(contrastOf(one, other) * 10) / 10,
    )
  const errorOf = (name: 'accent' | 'on_accent', value: string) => {
    if (!isHexColour(value)) return t(fieldMessages.colour_invalid)
    if (fault !== name) return undefined
    return t(fieldMessages[name === 'accent' ? 'colour_faint' : 'colour_unreadable'])
  }
  return (
    <>
      <OneColour
        form={form}
        name="accent"
        label={<Trans>Colour of the buttons</Trans>}
        hint={
          isHexColour(accent) && (
            <Trans>
              Contrast with the page {ratio(accent, hardestSurfaces.light)}:1; at least{' '}
              {leastContrast.control}:1 is needed.
            </Trans>
          )
        }
        error={errorOf('accent', accent)}
      />
      <OneColour
        form={form}
        name="on_accent"
        label={<Trans>Colour of the text on them</Trans>}
        hint={
          isRead && (
            <Trans>
              Contrast {ratio(onAccent, accent)}:1; at least {leastContrast.text}:1 is needed.
            </Trans>
          )
        }
        error={errorOf('on_accent', onAccent)}
      />
    </>
  )
}

interface OneColourProps {
  form: FieldsForm<MethodValues>
  name: 'accent' | 'on_accent'
  label: ReactNode
  hint?: ReactNode
  error: string | undefined
}

/** A colour as text, with the platform's picker beside it. */
function OneColour({ form, name, label, hint, error }: OneColourProps) {
  const { t } = useLingui()
  const path = `colours.${name}` as const
  const { id, error: refused, ...field } = useFormField(form, path)
  return (
    <Field id={id} label={label} hint={hint} error={error ?? refused}>
      <span className={styles.row}>
        <TextInput {...field} autoComplete="off" spellCheck={false} />
        <input
          type="color"
          className={styles.picker}
          aria-label={name === 'accent' ? t`Pick the colour of the buttons` : t`Pick the colour of the text`}
          value={isHexColour(field.value) ? field.value : '#000000'}
          onChange={({ target }) => field.onChange(target.value)}
        />
      </span>
    </Field>
  )
}
