/** From what is written in the form of a template to what goes into the URI. */
import type { TemplateValue, TemplateValues } from '../../../shared/protocol/uri-expansion'
import type { TemplateDraft, WrittenValue } from '../../stores/kept/template-drafts'

export function valuesOf(draft: TemplateDraft): TemplateValues {
  return new Map(Object.entries(draft).map(([name, written]) => [name, valueOf(written)]))
}

function valueOf(written: WrittenValue): TemplateValue {
  switch (written.kind) {
    case 'text':
      return written.text
    case 'list':
      return written.items
    case 'map':
      return new Map(written.pairs)
  }
}

/** What the server is told of the other variables when it completes one; it knows texts only. */
export function contextOf(draft: TemplateDraft): Readonly<Record<string, string>> {
  const texts = Object.entries(draft).flatMap(([name, written]) =>
    written.kind === 'text' ? [[name, written.text] as const] : []
  )
  return Object.fromEntries(texts)
}

/** An own member whatever the name, even where objects have one of that name by birth. */
export function withVariable(
  draft: TemplateDraft,
  name: string,
  written: WrittenValue | undefined
): TemplateDraft {
  const others = Object.entries(draft).filter(([known]) => known !== name)
  return Object.fromEntries(written ? [...others, [name, written]] : others)
}

export function writtenIn(draft: TemplateDraft, name: string): WrittenValue | undefined {
  return Object.hasOwn(draft, name) ? draft[name] : undefined
}
