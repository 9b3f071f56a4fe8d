/** Which part of the settings is shown. Kept while the person is elsewhere. */
import { create } from 'zustand'
import { showPage } from './view'

export type SettingsSection =
  | 'appearance'
  | 'projects'
  | 'trust'
  | 'secrets'
  | 'sampling'
  | 'network'
  | 'history'
  | 'traffic'
  | 'audit'
  | 'problems'
  | 'command-line'
  | 'about'

export const useSettingsSection = create<{ readonly section: SettingsSection }>()(() => ({
  section: 'appearance'
}))

export function chooseSection(section: SettingsSection): void {
  useSettingsSection.setState({ section })
}

export function showSettings(section: SettingsSection): void {
  chooseSection(section)
  showPage('settings')
}
