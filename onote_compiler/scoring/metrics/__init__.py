"""One small module a metric: validate, the metric, evaluate."""
