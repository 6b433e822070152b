import { languageNames } from '@gatehouse/i18n/language-names'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { Stack } from '@gatehouse/ui/core/stack'
import { setDensity, useDensity } from '@gatehouse/ui/staff/density.ts'
import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import { Trans, useLingui } from '@lingui/react/macro'
import { LogOut } from 'lucide-react'
import type { Language } from '@gatehouse/validation/vocabulary'
import { useMutation } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { setTheme, useTheme } from '@gatehouse/ui/staff/theme.ts'
import styles from './user-panel.module.css'

export interface UserPanelProps {
  profile: Profile
  /** The links to the windows of the account. */
  accountLinks: ReactNode
  onLanguage: (language: Language) => void
  onLogOut: () => Promise<void>
}

/** The panel of the user menu: the account's windows, language, appearance and the log-out. */
export function UserPanel({ profile, accountLinks, onLanguage, onLogOut }: UserPanelProps) {
  return (
    <>
      <p className={styles.who}>
        {profile.email}
        <br />
        {profile.client_name}
      </p>
      <Stack gap={16}>
        {accountLinks}
        <LanguageChoice onLanguage={onLanguage} />
        <ThemeChoice />
        <DensityChoice />
        <LogOutButton onLogOut={onLogOut} />
      </Stack>
    </>
  )
}

function LanguageChoice({ onLanguage }: Pick<UserPanelProps, 'onLanguage'>) {
  const language = useLanguage()
  return (
    <Field label={<Trans>Language</Trans>}>
      <SelectInput
        value={language}
        onChange={(event) => {
          const chosen = runtimeConfig.languages.find((offered) => offered === event.target.value)
          if (chosen) onLanguage(chosen)
        }}
      >
        {runtimeConfig.languages.map((code) => (
          <option key={code} value={code}>
            {languageNames[code]}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}

function ThemeChoice() {
  const { t } = useLingui()
  return (
    <Choice
      label={t`Appearance`}
      value={useTheme()}
      options={[
        { value: 'light', label: <Trans>Light</Trans> },
        { value: 'dark', label: <Trans>Dark</Trans> },
        { value: 'system', label: <Trans>System</Trans> },
      ]}
      onChange={setTheme}
    />
  )
}

function DensityChoice() {
  const { t } = useLingui()
  return (
    <Choice
      label={t`Row height`}
      value={useDensity()}
      options={[
        { value: 'comfortable', label: <Trans>Comfortable</Trans> },
        { value: 'compact', label: <Trans>Compact</Trans> },
      ]}
      onChange={setDensity}
    />
  )
}

function Choice<Value extends string>(props: ComponentProps<typeof SegmentedControl<Value>>) {
  return (
    <div>
      <p className={styles.label} aria-hidden="true">
        {props.label}
      </p>
      <SegmentedControl {...props} />
    </div>
  )
}

function LogOutButton({ onLogOut }: Pick<UserPanelProps, 'onLogOut'>) {
  const logOut = useMutation({ mutationFn: onLogOut })
  return (
    <Button
      full
      busy={logOut.isPending || logOut.isSuccess}
      icon={<LogOut size={18} />}
      onClick={() => logOut.mutate()}
    >
      <Trans>Log out</Trans>
    </Button>
  )
}
