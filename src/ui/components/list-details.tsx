interface ListDetailsProps {
  summary: string;
  lines: readonly string[];
  className?: string | undefined;
}

/** Opens to a list of sentences; nothing without one. */
export function ListDetails({ summary, lines, className }: ListDetailsProps) {
  if (lines.length === 0) return null;
  return (
    <details className={className}>
      <summary>{summary}</summary>
      <ol>
        {lines.map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ol>
    </details>
  );
}
