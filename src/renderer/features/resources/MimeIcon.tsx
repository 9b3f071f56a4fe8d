import {
  Binary,
  Braces,
  File,
  FileArchive,
  FileCode,
  FileImage,
  FileMusic,
  FileText,
  FileVideo,
  Folder,
  FolderOpen,
  LayoutTemplate,
  type LucideIcon
} from 'lucide-react'

/** The first that fits. */
const ICONS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^image\//, FileImage],
  [/^audio\//, FileMusic],
  [/^video\//, FileVideo],
  [/[/+]json$/, Braces],
  [/zip|tar|compressed/, FileArchive],
  [/^application\/octet-stream$/, Binary],
  [/^text\/(plain|markdown|csv)$|pdf$/, FileText],
  [/^text\/|[/+](xml|javascript|typescript|yaml|toml|sql)$/, FileCode]
]

type Props = { readonly mimeType: string | undefined }

/** A picture for what the server says the type is. The type itself stands in words elsewhere. */
export function MimeIcon({ mimeType }: Props) {
  const type = mimeType?.slice(0, 200).split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const Icon = ICONS.find(([pattern]) => pattern.test(type))?.[1] ?? File
  return <Icon aria-hidden="true" size={14} />
}

export function FolderIcon({ isOpen }: { readonly isOpen: boolean }) {
  return isOpen ? (
    <FolderOpen aria-hidden="true" size={14} />
  ) : (
    <Folder aria-hidden="true" size={14} />
  )
}

export function TemplateIcon() {
  return <LayoutTemplate aria-hidden="true" size={14} />
}
